"""Generates English for figures, shapes of several pieces: lines, groups, rings, runs, enclosed pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import cells as c
from ..logic import BySide
from ..word import Sum
from .direction_text import direction_phrase, link_note, touching_phrase
from .grammar import Speech, join_with_and, number, plural
from .nouns import Noun, cell_noun


def pieces(s: Speech, word: Any) -> str:
    """The pieces of a figure: your stones, filled squares."""
    from .cells import noun

    return together(noun(s, word))


def together(phrase: Noun) -> str:
    """The plural of the pieces of a figure; of several sorts all may be in one."""
    if not phrase.either:
        return phrase.many()
    return f"{join_with_and(part.many() for part in phrase.either)} (counted together)"


def forming_phrase(s: Speech, word: Any) -> str:
    """The pieces of a figure and their verb: your stones form, the stone just placed forms."""
    from .cells import noun

    phrase = noun(s, word)
    return f"{together(phrase)} {'forms' if phrase.definite and not phrase.either else 'form'}"


def of_so_many(s: Speech, long: str, word: Any) -> str:
    """of five or more enemy stones, of five or more of your stones."""
    from .cells import noun

    phrase = noun(s, word)
    return f"of {long} {'of ' if phrase.own or phrase.definite or phrase.either else ''}{together(phrase)}"


def figure(s: Speech, word: Any, head: str, post: str, posts: str = "") -> Noun:
    """The noun for a figure: `line` + `of five of your stones`, with the clause that the pieces form one."""
    from .grammar import a

    shape = a(f"{head} {post}".strip())
    form = f"{forming_phrase(s, word.of)} {shape}"
    post_pair = (f"of {pieces(s, word.of)} {post}".strip(), f"of {pieces(s, word.of)} {posts or post}".strip())
    return Noun(head, piece=True, post=(post_pair,), figure=True, form=form)


def _line(s: Speech, word: c.Line) -> Noun:
    long = f"exactly {number(word.n)}" if word.exact else f"{number(word.n)} or more"
    along = (
        f" ({directions_text})"
        if word.directions is not None and (directions_text := direction_phrase(s, word.directions))
        else ""
    )
    if word.times == 1:
        form = f"{forming_phrase(s, word.of)} an unbroken straight line of {long}{along}"
        return Noun("line", True, post=((f"{of_so_many(s, long, word.of)}{along}",) * 2,), figure=True, form=form)
    share = "no" if not word.share else f"at most {number(word.share)}"
    shared = f"any two of which share {share} {s.stone if word.share == 1 else plural(s.stone)}"
    if word.times == 2:
        shared = f"that share {share} {s.stone if word.share == 1 else plural(s.stone)}"
    row = word.n * word.times - word.share * (word.times - 1)
    is_possible = row <= s.game.geometry.longest(s.game.geometry.every)
    several = f" ({number(row)} in a row are {number(word.times)})" if is_possible and word.times == 2 else ""
    text = f"{number(word.times)} unbroken straight lines of {number(word.n)}{along} {shared}{several}"
    of = pieces(s, word.of)
    return Noun(
        "set", True, post=((f"of {text}, made of {of}",) * 2,), figure=True, form=f"{forming_phrase(s, word.of)} {text}"
    )


def _group(s: Speech, word: c.Group) -> Noun:
    from .conditions import amount

    size = "" if word.size == 1 else f"of {amount(s, word.size)} or more"
    if isinstance(word.size, Sum) and len(word.size.parts) == 2 and word.size.parts[1] == 1:
        size = f"larger than {amount(s, word.size.parts[0])}"
    size = f"{size} {link_note(s, word.directions)}".strip()
    at = ""
    if word.at is not None:
        from .cells import noun

        place = noun(s, word.at)
        at = f"that includes {place.definite}" if place.definite else f"with {place.one()}"
        if isinstance(word.at, c.Adjacent) and word.at.directions is None:
            at = f"touching {noun(s, word.at.of).one()}"
            touches = f"a connected group of {pieces(s, word.of)} {size} touches{at.removeprefix('touching')}"
            group = figure(s, word, "connected group", f"{size} {at}".strip())
            return replace(group, form=" ".join(touches.split()))
    singular_text, plural_text = (
        f"{size} {place_text}".strip() for place_text in (at, at.replace("that includes", "that include"))
    )
    return figure(s, word, "connected group", singular_text, plural_text)


def _in_line(s: Speech, word: c.Line) -> str:
    """The phrase for the pieces of lines, where one line is enough."""
    if word.times > 1:
        text = _line(s, word).post[0][1].rsplit(", made of", 1)[0]
        return f"in sets {text}"
    along = (
        f" ({directions_text})"
        if word.directions is not None and (directions_text := direction_phrase(s, word.directions))
        else ""
    )
    return f"in lines of {'exactly ' if word.exact else ''}{number(word.n)}{'' if word.exact else ' or more'}{along}"


def _in_figures(s: Speech, word: Any) -> str:
    """In connected groups of three or more: the figure's phrase without its pieces."""
    phrase = FIGURES[type(word)](s, word)
    suffix = phrase.post[0][1].removeprefix(f"of {pieces(s, word.of)}")
    return f"in {' '.join([*phrase.adj, plural(phrase.head)])}{suffix}"


def _in_run(s: Speech, word: c.Ray) -> str:
    """The phrase for the cells of a run: between two others in a straight line."""
    from .cells import noun

    start, until, directions_text = noun(s, word.start), noun(s, word.until), direction_phrase(s, word.directions)
    line = f"in a straight line ({directions_text})" if directions_text else "in a straight line"
    between = f"{line} between {start.one()} and {another(start, until)}"
    if isinstance(word.through, c.Everywhere) and word.length is None:
        return between
    return f"in an unbroken run {ray(s, word).post[0][0]}"


MEMBERS: dict[type, Callable[[Speech, Any], str]] = {
    c.Line: _in_line,
    c.Group: _in_figures,
    c.Connected: _in_figures,
    c.Ring: _in_figures,
    c.Enclosed: _in_figures,
    c.Ray: _in_run,
}
"""The figures whose cells are exactly those of their pieces."""


def is_figure(word: Any) -> bool:
    """Whether these are the pieces of figures: lines, groups, runs that end somewhere."""
    if isinstance(word, c.Enclosed):
        return word.unit == "group"
    return type(word) in MEMBERS and not (isinstance(word, c.Ray) and word.until is None)


def pieces_of(word: Any) -> Any:
    """The pieces of a figure."""
    return word.through if isinstance(word, c.Ray) else word.of


def _connected(s: Speech, word: c.Connected) -> Noun:
    note, link = link_note(s, word.directions), links(s, word)
    singular_text, plural_text = (f"{note} {verb} {link}".strip() for verb in ("that links", "that link"))
    return figure(s, word, "connected group", singular_text, plural_text)


def links(s: Speech, word: c.Connected) -> str:
    """The linked regions: the top and bottom edges, three edges."""
    areas = word.regions
    if isinstance(areas, BySide):
        parts = [(_links(s, part, word.n), letter) for part, letter in s.by_side(areas.parts)]
        return (
            parts[0][0]
            if len(parts) == 1
            else join_with_and((f"{text} (for {letter})" for text, letter in parts), "or")
        )
    return _links(s, areas, word.n)


def _links(s: Speech, word: Any, n: int | None) -> str:
    from .cells import noun

    if isinstance(word, c.Corners):
        return "all corners" if n is None else f"at least {number(n)} corners"
    if isinstance(word, c.Edges):
        names = word.names.split() or [label for label, _ in s.game.geometry.edges]
        rest = "" if word.corners else " (corner cells belong to no edge)"
        if n is None or n == len(names):
            regions_text = (
                f"the {join_with_and(names)} edges"
                if word.names or len(names) <= 3
                else f"all {number(len(names))} edges"
            )
            return regions_text + rest
        of = f" of the {join_with_and(names)}" if word.names else ""
        return f"at least {number(n)}{of} edges{rest}"
    if isinstance(word, tuple):
        regions_text = join_with_and(_region(s, part) for part in word)
        return regions_text if n is None else f"at least {number(n)} of these: {regions_text}"
    return noun(s, word).many()


def _region(s: Speech, word: Any) -> str:
    """One of the regions to link: row 1, your home row, the cells of your kind."""
    from .cells import noun

    phrase = noun(s, word)
    is_whole_line = isinstance(word, (c.Row, c.Column, c.Ranks)) and not s.term(word) and phrase.post
    place_text = phrase.post[0][0] if is_whole_line else ""
    return place_text.removeprefix("in ") if place_text.startswith("in ") else phrase.many()


def regions(s: Speech, word: tuple[Any, ...]) -> Noun:
    """A list of sets of cells, as one set."""
    from .cells import noun
    from .nouns import or_

    noun_list = [noun(s, part) for part in word]
    return noun_list[0] if len(noun_list) == 1 else or_(noun_list)


def _ring(s: Speech, word: c.Ring) -> Noun:
    around = f"{link_note(s, word.directions)} round at least one {s.cell} (empty or not)"
    return figure(s, word, "closed ring", around.strip())


def surrounds(word: Any) -> bool:
    """Whether the word means single pieces without an empty neighbour in any direction."""
    return isinstance(word, c.Enclosed) and word.unit == "cell" and word.directions is None


def _enclosed(s: Speech, word: c.Enclosed) -> Noun:
    near_noun = f"empty {s.cell} {touching_phrase(s, word.directions, 'it')}"
    if word.unit == "cell":
        from .cells import noun

        if surrounds(word):
            return noun(s, word.of).with_post("that is surrounded", "that are surrounded")
        near_them = near_noun[:-2] + "them"
        return noun(s, word.of).with_post(f"that has no {near_noun}", f"that have no {near_them}")
    of = f"{pieces(s, word.of)} {link_note(s, word.directions)}".strip()
    text = f"with no {near_noun}"
    form = f"a connected group of {of} has no {near_noun}"
    return Noun(
        "group",
        True,
        adj=("connected",),
        post=((f"of {of} {text}", f"of {of} {text[:-2]}them"),),
        figure=True,
        form=form,
    )


def ray(s: Speech, word: c.Ray) -> Noun:
    """Runs in straight lines: where they start, what they pass, where they end."""
    from .cells import noun
    from .conditions import amount

    start, through = noun(s, word.start), noun(s, word.through)
    is_fixed = isinstance(word.length, int)
    long = f"exactly {amount(s, word.length)} " if is_fixed else ""
    directions_text = direction_phrase(s, word.directions)
    directions_text = f" ({directions_text})" if directions_text else ""
    if word.until is not None:
        until = noun(s, word.until)
        if word.length == 1 and through.piece and not through.either:
            return through.with_post(
                f"right between {start.one()} and {another(start, until)} in a straight line{directions_text}"
            )
        passed_text = f"{long}{through.many()}" if word.length != 1 else f"exactly {single(through)}"
        if word.length is not None and not is_fixed:
            passed_text += f" (exactly {amount(s, word.length)} of them)"
        text = f"of {passed_text} in a straight line{directions_text} between {start.one()} and {another(start, until)}"
        form = f"there is an unbroken run {text}"
        return Noun("run", True, adj=("unbroken",), post=((text, text),), figure=True, form=form)
    mixed = f" through {through.many()}" if through.either and not through.piece else ""
    if word.length is not None:
        steps = "one step" if word.length == 1 else f"{amount(s, word.length)} steps"
        text = f"within {steps} of {start.one()} in a straight line{directions_text}{mixed}"
    elif through.piece:
        return through.with_post(f"in an unbroken straight line from {start.one()}{directions_text}")
    else:
        text = f"that can be reached from {start.one()} in a straight line{directions_text}{mixed}"
    return cell_noun(s, text) if mixed else through.with_post(text)


def single(noun: Noun) -> str:
    """One and no more: one enemy stone, one of your stones."""
    if noun.either:
        return join_with_and((single(part) for part in noun.either), "or")
    return noun.one() if noun.own or noun.definite else f"one {noun.none()}"


def another(start: Noun, end: Noun) -> str:
    """another of your stones, where the run starts at one of them, too."""
    of_one = start.definite and not start.definite.startswith(("your ", "the enemy "))
    alike = of_one or start.head == end.head
    return end.one().replace("one of your", "another of your", 1) if alike else end.one()


FIGURES: dict[type, Callable[[Speech, Any], Noun]] = {
    c.Line: _line,
    c.Group: _group,
    c.Connected: _connected,
    c.Ring: _ring,
    c.Enclosed: _enclosed,
    c.Ray: ray,
}
