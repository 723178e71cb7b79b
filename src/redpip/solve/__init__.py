"""Numbers without game names: lattice kernels, value store, and the slow oracle that checks them."""
