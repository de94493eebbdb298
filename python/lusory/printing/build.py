"""Builds the sheets of a game: board, record, private sheets, rules; blank, or filled from a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..errors import LusoryError
from ..games import catalogue
from ..play.narration import player_with_stones, result_line
from ..play.position import Position
from ..play.program import Program, contract_of
from ..play.spectator import picture_for
from ..rules.events import CHANCE, PLAYER_NAMES
from ..rules.game import Game
from ..rules.turns import Chance
from .boards import blank, board
from .columns import ColumnLayout, columns, counted_title, layout, lines
from .document import PAPERS, Document, Field, Page, PrintedColumn, PrintedTable, TallyGrid
from .turns import PrintedTurn, chance_text, rows, turns

SHEETS = ("board", "record", "private")
"""The sheets that can be printed besides the rules, in the order of the document."""
BLOCKS = 4
"""At most so many tables side by side."""
MARGIN = 15.0
ENDED = "ended"
"""The tag of a game that ended outside its rules."""


class PrintRequest(msgspec.Struct, frozen=True):
    """What is to be printed. position: to fill the sheets from; its viewer: a player, SPECTATOR, or None for all.
    tags: of a record. options: as the game was request for. sheets: some of SHEETS. rules: the rules, too."""

    position: Any = None
    viewer: int | None = None
    tags: Mapping[str, str] = {}
    options: Mapping[str, str] = {}
    sheets: Sequence[str] = SHEETS
    rules: bool = False
    paper: str = "a4"


def document(game: Game | Program, request: PrintRequest | None = None) -> Document:
    """The sheets of a game. Private sheets are of games with secrets, each filled only if the viewer may see it; to
    others than its player it is left out. Raises LusoryError for sheets that the game does not have."""
    request = request or PrintRequest()
    if request.paper not in PAPERS:
        raise LusoryError(f"paper {request.paper[:40]}: expected {' or '.join(PAPERS)}")
    for name in request.sheets:
        if name not in SHEETS:
            raise LusoryError(f"sheet {name[:40]}: expected {', '.join(SHEETS)} or all")
    pages = [page for name in SHEETS if name in request.sheets for page in BUILDERS[name](game, request)]
    if request.rules:
        pages += rules_pages(game)
    if not pages:
        raise LusoryError(
            "a private sheet is for its player alone: say whose eyes it is for"
            if hides_anything(game)
            else f"{game.name or 'this game'} hides nothing from its players: it has no private sheets"
        )
    return Document(title_of(game), tuple(pages), request.paper)


def with_rules(sheets: Document, game: Game | Program) -> Document:
    """The document with the rules behind its sheets. Raises LusoryError as `rules_pages` does."""
    return msgspec.structs.replace(sheets, pages=(*sheets.pages, *rules_pages(game)))


def title_of(game: Game | Program) -> str:
    """The title as people write it."""
    about = game.about if isinstance(game, Game) else None
    if about is None and game.name in catalogue():  # a record holds the rules and the name alone
        about = catalogue()[game.name].about
    return (about.title if about else "") or game.name or "A game"


def describe_board(game: Game | Program, options: Mapping[str, str]) -> str:
    """The board in words, with the options that were given."""
    parts = [game.geometry.described] if isinstance(game, Game) else []
    return "; ".join([*filter(None, parts), *(f"{name} = {value}" for name, value in options.items())])


def hides_anything(game: Game | Program) -> bool:
    """Whether the game hides anything."""
    return bool(getattr(contract_of(game), "hidden", False))


def board_pages(game: Game | Program, request: PrintRequest) -> Iterator[Page]:
    """The board to play on; of a played game, as it stands."""
    position: Position | None = request.position
    begin = game.start().picture()
    start = board(begin, coordinates=False) if begin.stones and position is None else None
    yield Page(
        "board",
        "Board",
        title_of(game),
        describe_board(game, request.options),
        board=board(picture_for(position, request.viewer)) if position else blank(begin.geometry),
        start=start,
        note=state_sentence(position, request) if position else "",
    )


def state_sentence(position: Position, request: PrintRequest) -> str:
    """How a played game ended, or whose turn it is."""
    if position.result:
        return result_line(position)
    if ENDED in request.tags:
        return request.tags[ENDED]
    mover = position.to_move
    turn = (
        f"{player_with_stones(position, mover)} to move"
        if mover is not None and mover != CHANCE
        else "the game goes on"
    )
    return f"After move {position.ply}; {turn}."


def record_pages(game: Game | Program, request: PrintRequest) -> Iterator[Page]:
    """The record sheet: numbered rounds, and what was announced in them."""
    of, printed_turns = layout(game), turns(request.position, request.viewer) if request.position else []
    yield Page(
        "record",
        "Record",
        title_of(game),
        describe_board(game, request.options),
        fields=fields(game, request, printed_turns),
        note=state_sentence(request.position, request) if over(request) else "",
        tallies=tallies(game, printed_turns, range(of.players)),
        table=record_table(of, request, printed_turns),
    )


def record_table(of: ColumnLayout, request: PrintRequest, printed_turns: list[PrintedTurn]) -> PrintedTable:
    """The rounds played; where the game goes on, empty rows follow."""
    heads, filled = columns(of), tuple(rows(of, printed_turns))
    wide = sum(column.width for column in heads)
    blocks = max(1, min(BLOCKS, int((PAPERS[request.paper][0] - 2 * MARGIN + 5) / (wide + 5))))
    if over(request):
        return PrintedTable(heads, filled, 0, blocks)
    needed = -(-of.places // of.players) - len(filled) if of.places else None
    return PrintedTable(heads, filled, needed, blocks)


def over(request: PrintRequest) -> bool:
    """Whether the game has ended."""
    return request.position is not None and (request.position.result is not None or ENDED in request.tags)


def fields(game: Game | Program, request: PrintRequest, printed_turns: list[PrintedTurn]) -> tuple[Field, ...]:
    """Names, date, what was drawn by lot, result."""
    position: Position | None = request.position
    name_fields = [
        Field(PLAYER_NAMES[player], request.tags.get(PLAYER_NAMES[player].lower(), ""))
        for player in range(game.players)
    ]
    name_fields.append(Field("Date", request.tags.get("date", "")))
    if isinstance(game, Game) and any(isinstance(word, Chance) for word in game.opening):
        name_fields.append(Field("Drawn by lot", chance_text(printed_turns)))
    if isinstance(game, Game) and (counts := counted_title(game)):
        total = " : ".join(map(str, position.scores)) if position and over(request) else ""
        name_fields.append(Field(counts.capitalize(), total))
    name_fields.append(Field("Result", result(position) if position else ""))
    return tuple(name_fields)


def result(position: Position) -> str:
    """The winner, in two words; empty while the game goes on."""
    if position.result is None:
        return ""
    winner = position.result.winner
    return "a draw" if winner is None else f"{PLAYER_NAMES[winner]} wins"


def tallies(game: Game | Program, printed_turns: list[PrintedTurn], players: Sequence[int]) -> tuple[TallyGrid, ...]:
    """For each line that may be announced the rounds in which each player announced it."""
    grids = []
    for title, labelled in lines(game):
        marks_by_player = []
        for player in players:
            region_cells = [frozenset(game.geometry.named(cells)) for _, cells in labelled]  # type: ignore[union-attr]
            turns = [
                printed_turn
                for printed_turn in printed_turns
                if printed_turn.player == player and printed_turn.announced
            ]
            marks = tuple(
                " ".join(str(printed_turn.number) for printed_turn in turns if printed_turn.announced == cells)
                for cells in region_cells
            )
            marks_by_player.append((PLAYER_NAMES[player], marks))
        grids.append(
            TallyGrid(f"{title} announced, by round", tuple(label for label, _ in labelled), tuple(marks_by_player))
        )
    return tuple(grids)


def private_pages(game: Game | Program, request: PrintRequest) -> Iterator[Page]:
    """For each player of a game with secrets a sheet of his own: board, targets, what he heard."""
    if not hides_anything(game):
        return
    finished = request.position is not None and over(request)
    for player in range(game.players):
        if request.position is not None and not finished and request.viewer not in (None, player):
            continue
        yield private_page(game, request, player)


def private_page(game: Game | Program, request: PrintRequest, player: int) -> Page:
    """The sheet of one player, with all that he knows and nothing else."""
    position: Position | None = request.position
    printed_turns = turns(position, player) if position else []
    of = layout(game)
    others = [other for other in range(game.players) if other != player]
    name = request.tags.get(PLAYER_NAMES[player].lower(), "")
    return Page(
        "private",
        f"{PLAYER_NAMES[player]}, private",
        f"{title_of(game)}: {PLAYER_NAMES[player]}’s private sheet",
        "Keep it from the others: your hidden pieces, and what you heard.",
        fields=(Field(PLAYER_NAMES[player], name), Field("Date", request.tags.get("date", ""))),
        board=board(picture_for(position, player)) if position else blank(game.start().picture().geometry),
        tallies=tallies(game, printed_turns, others),
        table=private_table(of, player, printed_turns, over(request)),
    )


def private_table(of: ColumnLayout, player: int, printed_turns: list[PrintedTurn], finished: bool) -> PrintedTable:
    """The player's secret plies, by rounds."""
    mine = [printed_turn for printed_turn in printed_turns if printed_turn.player == player]
    heads = [
        PrintedColumn("No.", width=10.0),
        PrintedColumn("target, announced" if of.announces else "target", width=32.0),
    ]
    heads += [PrintedColumn("answer", width=30.0)] if of.answers else []
    heads.append(PrintedColumn("failed", width=14.0))
    filled = tuple(
        (
            str(printed_turn.number),
            printed_turn.move,
            *([printed_turn.answer] if of.answers else []),
            "failed" if printed_turn.failed else "",
        )
        for printed_turn in mine
    )
    return PrintedTable(tuple(heads), filled, 0 if finished else None, 2)


def rules_pages(game: Game | Program) -> Iterator[Page]:
    """The rules with their diagrams. Raises LusoryError for a game written in Python, which has no rule text."""
    from ..explain.sheet import illustrated_sheet

    if not isinstance(game, Game):
        raise LusoryError(f"{game.name}: a game written in Python has no rule text; leave out --rules")
    sheet = illustrated_sheet(game)
    text = tuple((part.title, tuple(f"{c.mark} {c.text}".strip() for c in part.clauses)) for part in sheet.sections)
    figures = tuple((board(e.picture).svg, f"{'✓' if e.good else '✗'} {e.caption}") for e in sheet.examples)
    yield Page("rules", "Rules", sheet.title, sheet.goal, note=sheet.note, text=text, figures=figures)


BUILDERS = {"board": board_pages, "record": record_pages, "private": private_pages}
