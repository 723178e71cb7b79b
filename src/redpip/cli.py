"""The command line. Heavy imports wait until a command needs them, so that ``redpip --help`` answers at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from redpip import __version__
from redpip.core.memory import rarely_look_for_cycles
from redpip.core.problem import Problem, reason_of
from redpip.term import completing
from redpip.term.arguments import (
    AnyGame,
    ByRules,
    Data,
    Db,
    EndIdle,
    GameName,
    Json,
    KeepFinished,
    KeepUnfinished,
    Lang,
    Options,
    PresetName,
)
from redpip.term.bots import bots
from redpip.term.daily import daily
from redpip.term.doctor import doctor
from redpip.term.files import read_text
from redpip.term.learning import learn
from redpip.term.operating import backup, restore, tidy
from redpip.term.place import games_at, place_of
from redpip.term.solving import Threads, advise, solve, verify
from redpip.term.tournament import tournament
from redpip.term.training import stats, train

OK, FAILED, USAGE, RESUMABLE, INTERRUPTED = 0, 1, 2, 3, 130
USAGE_CODES = (
    "unknown_",
    "bad_option",
    "bad_player",
    "bad_seats",
    "bad_games",
    "bad_processes",
    "bad_match",
    "no_such_way",
    "bad_first",
    "bad_host",
    "bad_proxy",
    "bad_db",
    "bad_age",
    "bad_metrics_token",
    "two_databases",
    "bad_name",
    "bad_number",
    "bad_usage",
    "bad_position",
    "bad_question",
    "impossible_position",
    "not_solved",
    "no_lesson",
)

UsageError: Any = typer.BadParameter.__base__  # whatever is wrong with a command line as such

app = typer.Typer(
    name="redpip",
    help="The games of the red-pip dice.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Players = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="A,B,...",
        help="Names, bot:NAME for bots, +junior for a Junior player.",
        autocompletion=completing.players,
    ),
]
Seed = Annotated[str | None, typer.Option("--seed", help="The same seed gives the same dice.")]
First = Annotated[str | None, typer.Option("--first", metavar="PLAYER", help="Who starts; drawn otherwise.")]
Match = Annotated[int | None, typer.Option("--match", metavar="N", help="Play a match to N points.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record; - for standard input.")]


def main() -> NoReturn:
    """Runs a command and turns whatever went wrong into one sentence and an exit status."""
    from redpip.term.faults import telling_faults
    from redpip.term.printer import drop_output, open_streams

    rarely_look_for_cycles()
    open_streams()
    try:
        with telling_faults(_language):
            status = _run()
        sys.stdout.flush()
    except Problem as problem:
        _complain(problem)
        status = USAGE if problem.code.startswith(USAGE_CODES) else FAILED
    except OSError as error:
        drop_output()
        _complain(_cannot_write(error))
        status = FAILED
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


def _cannot_write(error: OSError) -> Problem:
    if error.filename:
        return Problem(
            "cannot_write", "{file} cannot be written: {reason}.", file=error.filename, reason=reason_of(error)
        )
    return Problem("cannot_write", "The output cannot be written: {reason}.", reason=reason_of(error))


def _run() -> int:
    try:
        # on its own Typer says what is wrong with the command line, and never as JSON
        status = app(standalone_mode="--json" not in sys.argv)
    except SystemExit as stop:  # this is how Typer returns, also when it has swallowed a closed pipe
        if isinstance(stop.__context__, BrokenPipeError):
            raise stop.__context__ from None
        status = stop.code
    except typer.Abort:
        status = INTERRUPTED
    except UsageError as error:
        raise Problem("bad_usage", "The command line is wrong: {error}", error=error.format_message()) from None
    return status if isinstance(status, int) else OK


def _complain(problem: Problem) -> None:
    from redpip.core.words import common_words

    message = common_words(_language()).problem(problem)
    text = f"redpip: {message}"
    if "--json" in sys.argv:
        text = json.dumps({"error": {"code": problem.code, "message": message}}, ensure_ascii=False)
    with suppress(OSError):  # where nobody reads this either, the status says it
        print(text, file=sys.stderr, flush=True)


def _language() -> str:
    """What to complain in: the language that was asked for, else that of the settings, else English."""
    from redpip.settings import language

    flags = [value for flag, value in pairwise(sys.argv) if flag == "--lang"]
    flags += [word.removeprefix("--lang=") for word in sys.argv if word.startswith("--lang=")]
    for asked in (*flags[-1:], None):
        with suppress(Problem):  # it may be about the language itself, or about the settings
            return language(asked)
    return "en"


def _print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        print(f"redpip {__version__}")
        raise typer.Exit


@app.command()
def games(as_json: Json = False, lang: Lang = None) -> None:
    """List the games with their seats, presets, bots and options."""
    from redpip.settings import language
    from redpip.term.listing import games_data, games_lines
    from redpip.term.printer import Printer

    if as_json:
        _print_json(games_data(language(lang)))
    else:
        Printer().show(games_lines(language(lang)))


@app.command()
def rules(
    game: AnyGame = None,
    at: Annotated[str, typer.Option("--at", metavar="ANCHOR", help="Print one section or paragraph.")] = "",
    search: Annotated[
        str | None, typer.Option("--search", metavar="WORDS", help="Find paragraphs, in all games.")
    ] = None,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Print the rules of a game, or find something in the rules of all."""
    from redpip.core.catalog import find_game
    from redpip.core.rulebook import passage, whole
    from redpip.settings import language
    from redpip.term.printer import Printer
    from redpip.term.rulebook import found, hit_lines, hits_data, show_rules

    known, edition = find_game(game) if game else (None, None)
    if search is not None and at:
        raise Problem("bad_usage", "Either --at or --search, not both.")
    if search:
        hits = found(known, language(lang), search)
        if as_json:
            _print_json(hits_data(hits))
            return
        for line in hit_lines(hits, search):
            Printer().tell(line)
    elif known is None or search is not None:
        raise Problem("bad_usage", "Name a game, or say what to look for: --search WORDS.")
    elif as_json:
        text = passage(known, edition, language(lang), at) if at else whole(known, edition, language(lang))
        _print_json({"game": known.id, "language": language(lang), "text": text})
    else:
        show_rules(Printer(), known, edition, language(lang), at)


@app.command()
def play(
    game: GameName,
    players: Players = None,
    preset: PresetName = None,
    option: Options = None,
    seed: Seed = None,
    first: First = None,
    match: Match = None,
    lang: Lang = None,
    dice: Annotated[
        str, typer.Option("--dice", help="seeded: thrown here; typed: real dice, you type what you see.")
    ] = "seeded",
    keep: Annotated[
        str | None, typer.Option("--keep", help="Real dice: tally, final or every, how much of them you type.")
    ] = None,
    save: Annotated[bool, typer.Option("--save/--no-save", help="Save the game as it goes.")] = True,
    as_json: Json = False,
) -> None:
    """Play at this keyboard, people and bots mixed."""
    from redpip.core.catalog import chosen_preset, find_game
    from redpip.core.playing import Play
    from redpip.core.words import common_words
    from redpip.play.seating import arrange, read_guests, read_options, usual_players
    from redpip.settings import coach_speaks, language, state_folder
    from redpip.term.real_dice import with_dice
    from redpip.term.saves import new_game
    from redpip.term.session import play_at_keyboard

    found, edition = find_game(game)
    variant = chosen_preset(edition, preset)
    you = common_words(language(lang)).say("Player")
    guests = read_guests(found, usual_players(found, variant, you) if players is None else players)
    options = read_options(found, option or [])
    setup = arrange(found, variant, options, guests, seed=seed, first=first, match=match)
    setup, way = with_dice(setup, dice, keep)
    words = found.words(setup.preset, language(lang))
    play = Play(setup)
    saved = new_game(state_folder() / "games", setup) if save else None
    _finish(play_at_keyboard(play, saved, words, as_json=as_json, coach=coach_speaks(), keep=way))


@app.command()
def resume(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="A saved game; the latest otherwise.", autocompletion=completing.saves),
    ] = None,
    show_list: Annotated[bool, typer.Option("--list", help="List the games that can be taken up.")] = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Take up a saved game."""
    from redpip.settings import coach_speaks, language, state_folder
    from redpip.term.listing import saved_data, saved_lines
    from redpip.term.printer import Printer
    from redpip.term.saves import SavedGame, find_saved, load_game
    from redpip.term.session import play_at_keyboard

    folder = state_folder() / "games"
    if show_list and as_json:
        _print_json(saved_data(folder))
    elif show_list:
        Printer().show(saved_lines(folder, language(lang)))
    else:
        with SavedGame(find_saved(folder, name)) as saved:
            with _checking():
                play = load_game(saved.path)
            saved.cut_torn_line()
            words = play.setup.game.words(play.setup.preset, language(lang))
            _finish(play_at_keyboard(play, saved, words, as_json=as_json, coach=coach_speaks()))


@contextmanager
def _checking() -> Iterator[None]:
    """A game that nobody knows is wrong usage on the command line, but in a file it is a file that is wrong."""
    try:
        yield
    except Problem as problem:
        _complain(problem)
        raise typer.Exit(FAILED) from None


def _finish(status: int) -> None:
    if status:
        raise typer.Exit(status)


@app.command()
def replay(file: RecordFile, lang: Lang = None, as_json: Json = False) -> None:
    """Play a record again, event by event, and check it."""
    from redpip.core.record import replay as replayed
    from redpip.core.transcript import read_record
    from redpip.settings import language
    from redpip.term.listing import replay_data, replay_lines
    from redpip.term.printer import Printer

    with _checking():
        record = read_record(read_text(file))
        play = replayed(record)
    if as_json:
        _print_json(replay_data(record, play))
    else:
        Printer().show(replay_lines(record, play, language(lang)))


@app.command()
def review(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record; - for standard input.")],
    as_json: Json = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page to keep, to print or to mail.")
    ] = None,
    as_text: Annotated[bool, typer.Option("--text", help="Print the record with notes at its events.")] = False,
    threads: Threads = 2,
    lang: Lang = None,
) -> None:
    """Look at a game: what could be expected, how lucky each throw was, what each decision cost.

    Status 1 where something is wrong with the record; what comes before is looked at all the same.
    """
    from redpip.core.record import replay_some
    from redpip.core.transcript import read_some, to_text
    from redpip.play.review_forms import annotated, review_json
    from redpip.play.review_told import Retelling
    from redpip.settings import language
    from redpip.term.printer import Printer
    from redpip.term.reviewing import check_place, look_at, review_lines, write_page

    if as_json + as_text + (html is not None) > 1:
        raise Problem("bad_usage", "Of --json, --html and --text only one can be had at a time.")
    if html is not None:
        check_place(html)
    with _checking():
        read, wrong = read_some(read_text(record))
    words = read.setup.game.words(read.setup.preset, language(lang))
    found = look_at(read, wrong, threads, words)
    recorded = read.result if wrong and wrong.code == "other_rules" else None
    told = Retelling(found, replay_some(read)[0].history, words, recorded)
    if as_json:
        _print_json(review_json(found, words))
    elif as_text:
        print(to_text(annotated(read, found)), end="")
    elif html is not None:
        from redpip.web.review_view import review_file

        write_page(html, review_file(told))
    else:
        Printer().show(review_lines(told))
    _finish(OK if found.sound else FAILED)


@app.command()
def convert(
    file: RecordFile,
    to: Annotated[str, typer.Option("--to", help="text or jsonl.")] = "text",
) -> None:
    """Convert a record between JSON Lines and text."""
    from redpip.core.problem import unknown
    from redpip.core.transcript import read_record, to_jsonl, to_text

    forms = {"text": to_text, "jsonl": to_jsonl}
    if to not in forms:
        raise unknown("form", to, list(forms))
    with _checking():
        record = read_record(read_text(file))
    print(forms[to](record), end="")


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    number: Annotated[int, typer.Option("--games", help="How many games.")] = 1000,
    preset: PresetName = None,
    option: Options = None,
    seed: Seed = None,
    first: First = None,
    match: Match = None,
    processes: Annotated[int | None, typer.Option("--processes", min=1, help="All cores otherwise.")] = None,
    by_rules: ByRules = False,
    go_on: Annotated[bool, typer.Option("--resume", help="Go on with an interrupted simulation.")] = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Let bots play many games and sum up the scores."""
    from redpip.core.catalog import chosen_preset, find_game
    from redpip.play.seating import arrange, read_guests, read_options, usual_players
    from redpip.play.simulate import Plan
    from redpip.play.spreading import check_processes
    from redpip.settings import language, state_folder
    from redpip.term.simulation import run_simulation

    check_processes(processes)
    found, edition = find_game(game)
    variant = chosen_preset(edition, preset)
    setup = arrange(
        found,
        variant,
        read_options(found, option or []),
        read_guests(found, usual_players(found, variant, "bot:random") if players is None else players),
        seed=seed,
        first=first,
        match=match,
    )
    plan = Plan(setup, number, draw_first=first is None)
    words = found.words(setup.preset, language(lang))
    folder = state_folder() / "simulations"
    _finish(run_simulation(plan, processes, folder, words, by_rules=by_rules, go_on=go_on, as_json=as_json))


@app.command()
def serve(
    host: Annotated[
        str | None, typer.Option("--host", help="0.0.0.0 lets others on your network in; 127.0.0.1 otherwise.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="The first free one from 8000 otherwise.")
    ] = None,
    data: Data = None,
    db: Db = None,
    browser: Annotated[bool | None, typer.Option("--browser/--no-browser", help="Open a browser.")] = None,
    pace: Annotated[
        float | None,
        typer.Option("--pace", metavar="SECONDS", min=0, max=60, help="How long bots wait; 0: they move at once."),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option("--allowed-host", metavar="NAME", help="A name by which people call this service; * for any."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", metavar="ADDRESS[/BITS]", help="A proxy that says for whom it asks."),
    ] = None,
    log_format: Annotated[str | None, typer.Option("--log-format", help="text or json.")] = None,
    log_level: Annotated[str | None, typer.Option("--log-level", help="debug, info, warning or error.")] = None,
    metrics_from: Annotated[
        str | None, typer.Option("--metrics-from", metavar="NETWORKS", help="Who may read /metrics; this machine.")
    ] = None,
    metrics_token: Annotated[
        str | None, typer.Option("--metrics-token", metavar="TOKEN", help="Whoever has it may read /metrics too.")
    ] = None,
    keep_finished: KeepFinished = None,
    keep_unfinished: KeepUnfinished = None,
    end_idle: EndIdle = None,
) -> None:
    """Play in the browser: serve the tables until Ctrl-C."""
    from redpip.settings import language, listed
    from redpip.web.hosts import read_names, read_proxies
    from redpip.web.operation import told
    from redpip.web.serve import Guard
    from redpip.web.serve import serve as run

    asked = told(
        {
            "host": host,
            "port": None if port is None else str(port),
            "browser": None if browser is None else "yes" if browser else "no",
            "pace": None if pace is None else str(pace),
            "log_format": log_format,
            "log_level": log_level,
            "metrics_from": metrics_from,
            "metrics_token": metrics_token,
            "keep_finished": keep_finished,
            "keep_unfinished": keep_unfinished,
            "end_idle": end_idle,
        }
    )
    run(
        asked.host,
        asked.port,
        place_of(data, db),
        browser=asked.browser,
        pace=asked.pace,
        language=language(),
        guard=Guard(read_names(listed("allowed_host", allowed_host or [])), read_proxies(listed("proxy", proxy or []))),
        operation=asked.operation,
    )


app.command()(bots)
app.command()(tournament)
app.command(context_settings={"ignore_unknown_options": True})(solve)  # a game's questions
app.command(context_settings={"ignore_unknown_options": True})(advise)  # a position may begin with "-", as -_12_4.5.6
app.command()(verify)
app.command()(learn)
app.command()(daily)
app.command()(train)
app.command()(stats)
app.command()(backup)
app.command()(restore)
app.command()(tidy)
app.command()(doctor)


@app.command("new-game")
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Small letters, digits and _.")],
    folder: Annotated[Path | None, typer.Option("--folder", metavar="FOLDER", help="Where its folder goes.")] = None,
    house: Annotated[bool, typer.Option("--house", help="Not a package of its own, but a game among ours.")] = False,
    lang: Lang = None,
    as_json: Json = False,
) -> None:
    """Make a small game that can be played at once, to begin a new one with."""
    from redpip.core.words import common_words
    from redpip.settings import language
    from redpip.term.new_game import new_game as make
    from redpip.term.new_game import next_steps

    home = make(name, folder, house=house)
    if as_json:
        _print_json({"game": name, "folder": str(home)})
    else:
        print("\n".join(next_steps(name, home, common_words(language(lang)), house=house)))


@app.command("export")
def export_games(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the records go.")],
    data: Data = None,
    db: Db = None,
    form: Annotated[str, typer.Option("--form", help="jsonl or text.")] = "jsonl",
) -> None:
    """Write the record of every game of the service into a folder.

    Status 1 where a table could not be read; the others are written.
    """
    import asyncio
    import logging

    from redpip.core.problem import unknown
    from redpip.core.words import common_words
    from redpip.settings import language
    from redpip.store.records import FORMS, export_records

    if form not in FORMS:
        raise unknown("form", form, list(FORMS))
    words = common_words(language())
    logging.getLogger("redpip").addHandler(logging.NullHandler())  # what cannot be read is told in a sentence
    unread: list[Problem] = []
    count, unfinished = asyncio.run(export_records(games_at(data, db), folder, form, unread.append))
    for problem in unread:
        _complain(problem)
    print(words.count("{number} record in {folder}", "{number} records in {folder}", count, folder=folder))
    if unfinished:
        print(words.say("Not over, so without the dice's seed and without secrets: {count}", count=unfinished))
    _finish(FAILED if unread else OK)


@app.command("import")
def import_games(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Records of finished games.")],
    data: Data = None,
    db: Db = None,
) -> None:
    """Keep finished games of another service here.

    Status 1 where one could not be kept; the others are.
    """
    import asyncio

    from redpip.store.log import Log
    from redpip.store.records import import_record

    async def keep_all() -> bool:
        async with Log(place_of(data, db)) as log:
            return all([await kept(log, file) for file in files])

    async def kept(log: Log, file: Path) -> bool:
        try:
            print(f"{file}: {await import_record(log, read_text(file))}")
        except Problem as problem:
            named = problem.code == "cannot_read"
            _complain(problem if named else Problem(problem.code, "{file}: {problem}", file=file, problem=problem))
            return False
        return True

    with _checking():
        all_kept = asyncio.run(keep_all())
    _finish(OK if all_kept else FAILED)


@app.command("verify-dice")
def verify_dice(file: RecordFile, as_json: Json = False, lang: Lang = None) -> None:
    """Check that the dice of a table's record were fair."""
    from redpip.core.transcript import read_record
    from redpip.core.words import common_words
    from redpip.play.fairness import check_dice, dice_lines
    from redpip.settings import language

    with _checking():
        throws = check_dice(read_record(read_text(file)))
    if as_json:
        _print_json({"ok": True, "throws": throws})
    else:
        print("\n".join(dice_lines(throws, common_words(language(lang)))))
