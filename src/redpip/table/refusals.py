"""What a table refuses, and the sentence for each."""

from __future__ import annotations

from redpip.core.problem import Refusal, Refused
from redpip.core.words import N_

REFUSALS = {
    "no_seat": N_("There is no such seat at this table."),
    "not_your_seat": N_("Somebody else sits there."),
    "seat_taken": N_("This seat is taken."),
    "wrong_link": N_("This link does not open a seat at this table."),
    "link_used": N_("This link was for one person, and the seat is taken. You can watch, or take a seat that is free."),
    "code_used": N_("This code is no longer good. Whoever sits there can show a new one."),
    "host_only": N_("Only the one who opened the table can do that."),
    "not_playing": N_("The game is not running."),
    "already_started": N_("The game has begun already."),
    "not_over": N_("The game is not over yet."),
    "too_few": N_("There are not enough players yet."),
    "not_away": N_("That player was here a moment ago. Wait a little."),
    "nothing_asked": N_("Nothing was asked of you."),
    "bad_nonce": N_("A nonce is 8 to 64 letters and digits."),
    "bad_reaction": N_("There is no such reaction."),
    "moved_on": N_("The game has gone on meanwhile. Look again, then choose."),
    "cannot_undo": N_("Only what you chose since the last throw can be taken back."),
    "no_device_there": N_("There is no such device in this seat."),
    "last_device": N_("This is the only device in this seat."),
    "nothing_to_withdraw": N_("There is no link and no code for this seat."),
    "stream_only": N_("This is about one connection; send it on a WebSocket."),
    "dice_are_ours": N_("The dice of this table are thrown by the service."),
    "log_gap": N_("A part of what was written down of this table is missing. It can be looked at, but not played on."),
    "coach_silent": N_("The coach is silent here: not everybody agreed before the start that it may be asked."),
    "only_move": N_("There is only one move here."),
    "no_choice_there": N_("Nothing was chosen there that still stands."),
    "no_challenge": N_(
        "Nobody else can play with the dice of this game: only open games with dice of our own can be sent."
    ),
    "own_challenge": N_("These are the dice of your own game."),
    "challenge_done": N_("You have played with these dice already."),
    "other_rules": N_("This game was played by other rules than ours. It can be looked at, but not played on."),
}


def refused(code: str) -> Refused:
    return Refused(Refusal(code))
