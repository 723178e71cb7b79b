"""What people can type in every game, beside its moves."""

HELP = ("?", "help")
HINT = ("hint",)
TAKE_BACK = ("u", "undo")
LEAVE = ("q", "quit", "exit")
ODDS = ("o", "odds")  # where a game tells chances
COMMANDS = ("", *HELP, *HINT, *TAKE_BACK, *LEAVE)  # nothing but Enter shows the table again
