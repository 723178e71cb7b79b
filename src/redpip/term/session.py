"""From a game to an exit status: seats the bots, runs the client, says how to go on after a stop."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from redpip.core.game import Acted, Event
from redpip.core.noting import Way
from redpip.core.playing import Play
from redpip.core.record import header_json, result_json
from redpip.core.words import Words
from redpip.play.seating import seat_bots
from redpip.term.client import Client, Quit, json_saver
from redpip.term.printer import Printer, drop_output
from redpip.term.real_dice import typed_client, usual_way
from redpip.term.saves import SavedGame

OK, FAILED, RESUMABLE, INTERRUPTED = 0, 1, 3, 130


def play_at_keyboard(
    play: Play, saved: SavedGame | None, words: Words, *, as_json: bool, coach: bool, keep: Way | None = None
) -> int:
    """Plays on; the status is 0 when the game ended or was left, 3 at the end of input, 130 after Ctrl-C."""
    setup = play.setup
    printer = Printer(sys.stderr if as_json else None)
    save = _saver(saved, as_json)
    bots = seat_bots(setup, setup.seed)
    with ExitStack() as stack:
        if saved:
            stack.enter_context(saved)
        try:
            if as_json:
                _print_line(header_json(setup))
            _greet(play, words, printer)
            client = typed_client(keep or usual_way(play)) if setup.own_dice else Client
            over = client(play, bots, words, printer, save, coach=coach).run()
        except Quit:
            return _left(saved, words, printer, OK)
        except EOFError:
            printer.tell("")
            return _left(saved, words, printer, RESUMABLE)
        except KeyboardInterrupt:
            printer.tell("")
            return _left(saved, words, printer, INTERRUPTED)
        except OSError:  # nobody reads on, or there is no room for the output; a save that fails is a Problem
            drop_output()
            return _left(saved, words, Printer(sys.stderr), FAILED)
        if saved:
            saved.result(over)
        if as_json:
            _print_line({"result": result_json(over)})
    return OK


def _saver(saved: SavedGame | None, as_json: bool) -> Callable[[Event[Any]], None]:
    save = saved.event if saved else lambda _: None
    return json_saver(save) if as_json else save


def _print_line(data: dict[str, Any]) -> None:
    print(json.dumps(data, ensure_ascii=False, separators=(",", ":")), flush=True)


def _greet(play: Play, words: Words, printer: Printer) -> None:
    setup = play.setup
    preset = words.name(setup.game.presets[setup.preset].name)
    printer.tell(f"{setup.game.title(setup.preset)} · {preset}", "strong")
    if any(isinstance(event, Acted) for event in play.events):
        printer.tell(words.say("The game goes on where it stopped."))
    elif len(setup.players) > 1:
        printer.tell(words.say("{name} starts.", name=setup.names[setup.first]))
    printer.tell(words.say("Type ? for what you can do."))


def _left(saved: SavedGame | None, words: Words, printer: Printer, status: int) -> int:
    if saved is None:
        printer.tell(words.say("The game was not saved."))
        return FAILED if status == RESUMABLE else status
    printer.tell_to_copy(words.say("The game is saved. Go on with: redpip resume {id}", id=saved.id))
    return status
