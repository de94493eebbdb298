"""The names of figures in reports, the meaning of each in a sentence, and their order."""

from __future__ import annotations

from typing import NamedTuple

from ...rules.events import PLAYER_NAMES


class Name(NamedTuple):
    """The printed name of a figure. title: in a table. description: its meaning in a sentence."""

    title: str
    description: str


RESULTS, LENGTH, CHOICES, COURSE, SKILL, HIDDEN, OTHER = (
    "Results", "Length", "Choices", "How games go", "Skill", "What is hidden", "More",
)  # fmt: skip

GROUPS: dict[str, dict[str, Name]] = {
    RESULTS: {
        "first": Name("First wins", "The share of finished games that the first player wins."),
        "second": Name("Second wins", "The share of finished games that the second player wins."),
        "lost": Name("Lost", "The share of finished games that the player of a game for one loses."),
        "draws": Name("Draws", "The share of finished games that nobody wins."),
        "score": Name("Score of First", "What the first player gets: 1 for a win, which those who draw share."),
        "fair openings": Name("Fair openings", "First plies after which the game is even to within 5 in a hundred."),
        "swap cost": Name("Cost of the seat", "What the better seat is worth, in points a game."),
        "decisiveness": Name("Decisiveness", "The share of finished games that are won or lost."),
    },
    LENGTH: {
        "plies": Name("Plies", "The plies of a game: every single placement, step or jump."),
        "median plies": Name("Median length", "Half of the games have no more plies."),
        "spread of plies": Name("Spread of lengths", "From the shortest tenth of games to the longest, in plies."),
        "turns": Name("Turns", "The turns of a game."),
        "odd lengths": Name("Odd lengths", "The share of games with an odd number of plies."),
        "last mover": Name("Last mover wins", "The share of won games that the last ply's player wins."),
        "duration": Name("Duration", "How far lengths are from sixty plies, as a part of that."),
        "completion": Name("Completion", "The share of games that end before they are cut."),
    },
    CHOICES: {
        "branching": Name("Choices a ply", "How many plies there are to choose from."),
        "forced": Name("Forced plies", "The share of plies that are the only one."),
        "choices": Name("Choices that count", "Among how many plies the search spreads its visits."),
        "clarity": Name("Clarity", "How much the plies that a search looks at differ in value, 0 to 0.5."),
        "tree": Name("Size of the tree", "How many games there may be, low estimate: the exponent of ten."),
        "space": Name("Size of the space", "How many positions there may be, a rough estimate: the exponent of ten."),
    },
    COURSE: {
        "refinement": Name("Refinement", "How choice and length go together: √choices / length (Iida)."),
        "coverage": Name("Board coverage", "The share of cells that some ply of a game goes to."),
        "lead change at half": Name("Lead changes, half the search", "The same, judged by half the simulations."),
        "decided after": Name("Decided after", "The part of a game after which the winner stays ahead."),
        "decisive lead": Name("Largest lead lost", "How far ahead losers were at most, 0 to 1."),
        "drama": Name("Drama", "How far behind winners were while they were behind, 0 to 1."),
        "drama at half": Name("Drama, half the search", "The same, judged by half the simulations."),
        "permanence at half": Name("Permanence, half the search", "The same, judged by half the simulations."),
        "lead change": Name("Changes of the lead", "The share of plies at which another player comes to lead."),
        "uncertainty": Name("Uncertainty", "How even positions are: 1 is even all the way, 0 decided at once."),
        "killer moves": Name("Killer moves", "The largest change of the advantage in a game, 0 to 2."),
        "permanence": Name("Permanence", "How much of what a ply gains is left after the reply."),
        "captures": Name("Captures", "Stones captured in a game."),
    },
    SKILL: {
        "ladder rungs": Name("Rungs of the ladder", "How often in a row doubling the search wins clearly."),
        "elo a doubling": Name("Elo a doubling", "What twice the simulations are worth, on average over the rungs."),
        "ladder elo": Name("Height of the ladder", "From its lowest rung to its highest."),
    },
    HIDDEN: {
        "hidden bits": Name("Hidden bits", "How much a player does not know."),
        "thwarted": Name("Moves thwarted", "The share of moves that fail because of what was hidden."),
    },
}  # fmt: skip
ALL = {name: names for group in GROUPS.values() for name, names in group.items()}

CURVES = {
    "branching": Name("Choices through the game", "legal plies"),
    "forced": Name("Forced plies through the game", "share of games"),
    "captures": Name("Captures through the game", "stones a ply"),
    "value": Name("Advantage through the game", "mean advantage, for either"),
    "hidden bits": Name("What is hidden, through the game", "bits"),
    "positions": Name("Different positions by depth", "positions"),
    "still going": Name("Games still going", "share of games"),
}
HISTOGRAMS = {"plies": Name("How long games are", "plies"), "turns": Name("How many turns", "turns")}
MAPS = {
    "openings": Name("Openings", "What the first player scores after beginning here, in hundredths."),
    "first ply": Name("First plies", "How often a game begins here, in hundredths."),
    "occupied": Name("Where stones stand", "In how many games something stands here at the end, in hundredths."),
    "last ply": Name("Where games are decided", "How often the last ply is made here, in hundredths."),
}


def name_of(figure: str) -> Name:
    """The Name of a figure; made from its own name if it has no title."""
    if figure in ALL:
        return ALL[figure]
    head, _, number = figure.partition(" ")
    if head == "player" and number.isdigit() and 1 <= int(number) <= len(PLAYER_NAMES):
        return Name(f"{PLAYER_NAMES[int(number) - 1]} wins", f"The share of finished games that player {number} wins.")
    return Name(figure[:1].upper() + figure[1:], "")


def group_of(figure: str) -> str:
    """The heading of a figure."""
    group_name = next((group for group, figures in GROUPS.items() if figure in figures), None)
    return group_name or (RESULTS if figure.startswith("player ") else OTHER)
