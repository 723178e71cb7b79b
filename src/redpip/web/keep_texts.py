"""What the scorepad says by itself; only its own pages carry these."""

from __future__ import annotations

from collections.abc import Mapping

from redpip.core.words import Words


def keep_texts(words: Words) -> Mapping[str, str | tuple[str, str]]:
    """Pairs are for one and for many."""
    return {
        # dice
        "white": words.text("white"),
        "red": words.text("red"),
        "white_face": words.text("white {face}"),
        "red_face": words.text("red {face}"),
        "take_out": words.text("{face}: take it out"),
        "all_there": words.text("All the dice are there. Tap one above to take it out."),
        "two_reds": words.text("Only one die has a red {face}: is one of them white?"),
        "tap_more": (words.text("Tap one more die"), words.text("Tap {number} more dice")),
        "take_dice": words.text("These dice fell"),
        # the result of a turn
        "tap_roll": words.text("tap for each roll"),
        "rolls_counted": (words.text("roll this turn"), words.text("rolls this turn")),
        "roll_of": words.text("roll {roll} of {rolls}"),
        "roll_less": words.text("One roll less"),
        "roll_more": words.text("One roll more"),
        "count_rolls": words.text("Count the rolls of this turn"),
        "choose_line": words.text("Tap where it is written"),
        "type_points": words.text("Type the points"),
        "results": words.text("Results"),
        "points_of": words.text("Points"),
        "delete_digit": words.text("Delete a digit"),
        "write_points": words.text("Write {points} in {line}"),
        "write_line": words.text("Write: {line}"),
        "by_dice": words.text("Tap the dice instead"),
        "by_points": words.text("Type the points instead"),
        # strips
        "sheets": words.text("The score sheets"),
        "points": words.text("points"),
        "sheet_of": words.text("{name}'s sheet"),
        "turn": words.text("Turn {number}"),
        "turn_of": words.text("{name} rolls"),
        "step": words.text("What"),
        "sum_so_far": words.text("Sum"),
        "nothing_yet": words.text("Nothing has been written yet."),
        "step_by_step": words.text("The sum, step by step"),
        # tools
        "undo": words.text("Undo"),
        "redo": words.text("Redo"),
        "correct": words.text("Correct entries"),
        "more": words.text("More"),
        "what_now": words.text("What can I do now?"),
        "may_note": words.text("You can write one of these:"),
        "rolls_range": words.text("{least} to {most} rolls"),
        "far": words.text("Large type"),
        "rules": words.text("Rules"),
        "how_kept": words.text("How the game is kept"),
        "way_tally": words.text("Tally"),
        "way_tally_about": words.text("One tap for each roll; at the end of the turn the box and its points."),
        "way_final": words.text("Final dice"),
        "way_final_about": words.text("Tap the dice at the end of a turn; every box shows what they bring."),
        "way_every": words.text("Every roll"),
        "way_every_about": words.text("Tell every roll: for the referee and the coach."),
        "entries": words.text("Correct entries"),
        "entries_about": words.text("Tap what is wrong. What came after it is kept as far as it still fits."),
        "instead": words.text("Instead"),
        "put_right": words.text("Put it right"),
        "offered": words.text("Taken back:"),
        # without a connection
        "waits": words.text("This waits for the connection."),
        "unsent": (
            words.text("One entry is kept on this device and sent later."),
            words.text("{number} entries are kept on this device and sent later."),
        ),
        "needs_service": words.text("That needs the connection. What you write down is kept meanwhile."),
        "send_first": words.text("First what is kept here has to be sent."),
        "not_taken": words.text("Not taken: {entry}."),
        "an_entry": words.text("an entry"),
        "go_on": words.text("Go on without it"),
        # print, evenings
        "print": words.text("Print the sheet"),
        "print_about": words.text("As it stands, or empty."),
        "evening": words.text("The evening"),
        "evening_about": words.text("Games, totals and records of your circle."),
        "bot_plays": words.text("a bot; its dice are thrown here"),
        "by_link": words.text("keeps score on another phone, by a link"),
        "add_phone": words.text("Another phone"),
        "players_exactly": words.text("for {least} players"),
        "players_range": words.text("for {least} to {most} players"),
        "altogether": words.text("All games so far"),
        "no_evenings": words.text("Finished games gather here, with totals and records."),
        "player": words.text("Player"),
        "games": words.text("Games"),
        "wins": words.text("Wins"),
        "records": words.text("Records"),
        "look": words.text("Sheets"),
        "number_games": words.text("games: {number}"),
        "save_file": words.text("Save as a file"),
        "open_file": words.text("Open a file"),
        "file_taken": words.text("New games: {number}."),
        "bad_file": words.text("This is no file of evenings."),
    }
