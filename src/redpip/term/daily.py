"""The verb ``daily``: today's dice at the keyboard, once."""

from __future__ import annotations

import typer

from redpip.term.arguments import Json, Lang
from redpip.term.training import clock


def daily(lang: Lang = None, as_json: Json = False) -> None:
    """Play today's dice: the same for everybody who plays them at a keyboard."""
    from redpip.core.playing import Play
    from redpip.core.problem import Problem
    from redpip.core.record import header_json
    from redpip.core.setup import Player, Setup
    from redpip.play.daily_dice import daily_dice_game, local_seed, name_of
    from redpip.settings import coach_speaks, language, state_folder
    from redpip.term.saves import SavedGame, load_game
    from redpip.term.session import play_at_keyboard

    day, game = clock().date(), daily_dice_game()
    words = game.words(None, language(lang))
    name, preset = game.preset(None)
    setup = Setup(game, name, preset.options, (Player(words.say("Player")),), 0, local_seed(day, game))
    file = state_folder() / "games" / f"{name_of(day).replace('/', '-')}.jsonl"
    play = Play(setup)
    if file.is_file() and file.stat().st_size:
        try:
            play = load_game(file)
        except Problem as problem:
            if problem.code != "game_ended":
                raise
            raise Problem(
                "daily_done",
                "You have played the dice of {day} already. Look at the game with: redpip review {file}",
                day=day,
                file=file,
            ) from None
    with SavedGame(file) as saved:
        if file.stat().st_size:
            saved.cut_torn_line()
        else:
            saved.write(header_json(setup))
        status = play_at_keyboard(play, saved, words, as_json=as_json, coach=coach_speaks())
    if status:
        raise typer.Exit(status)
