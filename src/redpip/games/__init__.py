"""One folder a game. None imports another, and nothing elsewhere lists them."""
