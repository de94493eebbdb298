"""Noun phrases for sets of cells, and how intersections and unions of sets combine them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .grammar import LONG, Speech, a, join_long_parts, join_with_and, plural

Post = tuple[str, str]
"""A modifier after a noun, in singular and plural: ("that has moved", "that have moved")."""


@dataclass(frozen=True)
class Noun:
    """A set of cells in words.

    head: stone, square, line. piece: it is about pieces. own: the owner ("your"). adj, post: modifiers before, after.
    definite: exactly one cell, with the definite article. figure: each has several cells (a line, a group).
    form: of a figure, the clause that it exists. either: more nouns, joined by `or`. bare: adds no meaning of its own.
    cellwise: the predicate for one cell. kind: its head is a kind of piece that the rules name. only: side, a
    side has one of this kind at most; nobody, there is one and it is neutral.
    """

    head: str
    piece: bool = False
    own: str = ""
    adj: tuple[str, ...] = ()
    post: tuple[Post, ...] = ()
    definite: str = ""
    figure: bool = False
    form: str = ""
    either: tuple[Noun, ...] = ()
    bare: bool = False
    cellwise: str = ""
    kind: bool = False
    only: str = ""

    def one(self) -> str:
        """One of them, indefinite: an empty square, one of your stones."""
        if self.either:
            return join_with_and((noun.one() for noun in self.either), "or")
        if self.definite:
            return " ".join([self.definite, *(post for post, _ in self.post)])
        if self.one_only:
            return " ".join([self.own or "the", *self.adj, self.head, _posts(self.post, 0)]).strip()
        if self.own:
            return " ".join([f"one of {self.own}", *self.adj, plural(self.head), _posts(self.post, 1)]).strip()
        return a(" ".join([*self.adj, self.head, _posts(self.post, 0)]).strip())

    def many(self) -> str:
        """The plural: empty squares, your stones."""
        if self.either:
            parts = [noun.many() for noun in self.either]
            return join_long_parts(parts, "or") if max(map(len, parts)) > LONG else join_with_and(parts, "or")
        if self.definite or self.one_only:
            return self.one()
        return " ".join([*([self.own] if self.own else []), *self.adj, plural(self.head), _posts(self.post, 1)]).strip()

    def each(self) -> str:
        """Distributive: every empty square, each of your stones."""
        if self.either:
            return join_with_and((noun.each() for noun in self.either), "and")
        if self.definite:
            return self.one()
        if self.one_only:
            condition_text = f" if it {join_with_and(as_predicate(post) for post, _ in self.post)}" if self.post else ""
            return replace(self, post=()).one() + condition_text
        if self.own:
            return " ".join([f"each of {self.own}", *self.adj, plural(self.head), _posts(self.post, 1)]).strip()
        return " ".join(["every", *self.adj, self.head, _posts(self.post, 0)]).strip()

    def none(self) -> str:
        """The form after `no`: empty square next to a stone."""
        if self.either:
            return join_with_and((noun.none() for noun in self.either), "and no")
        if self.definite:
            return f"{self.head} that is {self.one()}"
        return " ".join([*self.adj, self.head, _posts(self.post, 0)]).strip()

    def indefinite(self) -> str:
        """One of them, without its owner: a stone."""
        return a(self.none())

    def post_text(self) -> str:
        """The modifiers after the noun, in the singular."""
        return _posts(self.post, 1 if self.own and not self.one_only else 0)

    @property
    def one_only(self) -> bool:
        """Whether its owner has at most one of these: your king, the enemy king."""
        return self.only == "nobody" or (self.only == "side" and (bool(self.own) or "enemy" in self.adj))

    def preds(self) -> list[str]:
        """Predicates for one cell: is empty, holds one of your stones."""
        if self.either:
            return [join_with_and((" and ".join(noun.preds()) or f"is {a(noun.head)}" for noun in self.either), "or")]
        if self.definite and not self.piece:
            return [f"is {self.definite}", *(as_predicate(post) for post, _ in self.post)]
        if self.figure:
            return [f"is part of {self.one()}"]
        if self.piece:
            return [f"holds {self.one()}"]
        return [f"is {word}" for word in self.adj] + [as_predicate(post) for post, _ in self.post]

    def with_post(self, one: str, many: str = "") -> Noun:
        """The noun with one more modifier after it."""
        if self.either:
            return replace(self, either=tuple(noun.with_post(one, many) for noun in self.either))
        return replace(self, post=(*self.post, (one, many or one)), bare=False)


def cell_noun(s: Speech, *post: str) -> Noun:
    """A cell, with the given modifiers after it."""
    return Noun(s.cell, post=((post[0], post[-1]),))


def as_predicate(post: str) -> str:
    """A modifier as a predicate: `that has moved` → `has moved`."""
    if post.startswith("that "):
        return post[5:]
    return f"has{post[4:]}" if post.startswith("with ") else f"is {post}"


def _posts(posts: tuple[Post, ...], number: int) -> str:
    """`next to a stone`, `that has moved and that is next to ...`."""
    exceptions = "".join(f", {post[number]}" for post in posts if post[0].startswith("but not "))
    posts = tuple(post for post in posts if not post[0].startswith("but not "))
    plain_posts = _join_common_start([post[number] for post in posts if not post[0].startswith("that ")])
    relative = [post[number][5:] for post in posts if post[0].startswith("that ")]
    if relative and plain_posts and not any(post.startswith(("(", "if ")) for post in plain_posts):
        relative += [as_predicate(post) if number == 0 else many_of(as_predicate(post)) for post in plain_posts]
        plain_posts = []
    return (
        " ".join([join_with_and(plain_posts), *(["that " + join_with_and(relative)] if relative else [])]).strip()
        + exceptions
    )


def _join_common_start(posts: list[str]) -> list[str]:
    """`with no a on it`, `with no b on it` → `with no a and no b on it`."""
    alike = [post for post in posts if post.startswith("with no ") and post.endswith((" on it", " on them"))]
    if len(alike) < 2:
        return posts
    text = " and ".join(post[5:].rsplit(" on ", 1)[0] for post in alike)
    return [post for post in posts if post not in alike] + [f"with {text} on {alike[0].rsplit(' on ', 1)[1]}"]


def join(first: Noun, second: Noun) -> Noun:
    """The noun for cells that are in both sets."""
    if first.either:
        return replace(first, either=tuple(join(noun, second) for noun in first.either))
    if second.either:
        if first.bare or all(noun.piece for noun in second.either) == first.piece:
            return replace(second, either=tuple(join(first, noun) for noun in second.either))
        return first.with_post(*either_posts(second))
    base, other = (second, first) if _rank(second) > _rank(first) else (first, second)
    if base.definite:
        shaded = base.piece and other.adj in (("dark",), ("light",)) and not other.post
        parts = [f"is on {other.one()}"] if shaded else other.preds()
        return replace(base, post=base.post + tuple((f"if it {part}", f"if it {part}") for part in parts))
    if other.definite:
        post = f"that is {other.definite}"
        if base.figure:
            post = f"that includes {other.definite}"
        elif base.piece and not other.piece:
            post = f"on {other.definite}"
        return base.with_post(post)
    if base.figure and not other.piece and (other.post or other.adj):
        return base.with_post(f"that includes {other.one()}", f"that include {other.one()}")
    if base.figure and other.piece and other.bare and other.post:
        return base.with_post(f"that includes {other.one()}", f"that include {other.one()}")
    if base.piece and other.adj in (("dark",), ("light",)) and not other.post:
        return base.with_post(f"on {other.one()}", f"on {other.many()}")
    if other.cellwise and not base.piece:
        return base.with_post(other.cellwise, other.cellwise.replace("on it", "on them"))
    if other.figure:
        return base.with_post(f"that is part of {other.one()}", f"that are part of {other.one()}")
    if base.piece and not base.figure and not other.piece:
        other = replace(
            other, post=tuple((on_cells(singular), on_cells(plural_post)) for singular, plural_post in other.post)
        )
    return _merge(base, other)


def on_cells(post: str) -> str:
    """A modifier of cells as one of the pieces on them."""
    return f"not on {post.removeprefix('other than ')}" if post.startswith("other than ") else post


def _rank(noun: Noun) -> int:
    """Precedence as the head of an intersection: a figure over pieces over cells, a kind over a stone."""
    if noun.definite:
        return 1 if not noun.piece else 2
    return 2 * noun.piece + (noun.piece and (noun.kind or noun.head not in ("stone", "piece"))) - 3 * noun.bare


def _merge(base: Noun, other: Noun) -> Noun:
    return replace(
        base,
        own=base.own or other.own,
        adj=tuple(sorted(dict.fromkeys((*other.adj, *base.adj)), key=lambda adj: adj != "empty")),
        post=base.post + tuple(post for post in other.post if post not in base.post),
        figure=base.figure,
        bare=base.bare and other.bare,
        only=base.only or other.only,
    )


def either_posts(noun: Noun) -> Post:
    """Several nouns as one modifier of another noun."""
    return (
        "that " + join_long_parts((" and ".join(part.preds()) for part in noun.either), "or"),
        "that " + join_long_parts((" and ".join(many_of(p) for p in part.preds()) for part in noun.either), "or"),
    )


def many_of(pred: str) -> str:
    """A predicate in the plural."""
    for verb, verbs in (("is ", "are "), ("has ", "have "), ("holds ", "hold ")):
        if pred.startswith(verb):
            return verbs + pred[len(verb) :]
    return pred


def or_(nouns: list[Noun]) -> Noun:
    """The noun for the union; where the nouns differ only in their modifiers, only these are joined."""
    nouns = [
        part for noun in nouns for part in (noun.either if not any(p.post for p in noun.either) else ()) or (noun,)
    ]
    first = nouns[0]
    relative = {noun.post[0][0].startswith("that ") for noun in nouns if noun.post}
    differ_in_posts_only = len(relative) < 2 and all(
        (n.head, n.piece, n.own, n.adj, n.definite, n.figure, n.either, len(n.post))
        == (first.head, first.piece, first.own, first.adj, "", False, (), 1)
        for n in nouns
    )
    if differ_in_posts_only:
        prefix = "that " if all(n.post[0][0].startswith("that ") for n in nouns) else ""
        singular_text, plural_text = (
            join_with_and((n.post[0][k].removeprefix(prefix) for n in nouns), "or") for k in (0, 1)
        )
        return replace(first, post=((prefix + singular_text, prefix + plural_text),))
    if any(noun.post for noun in nouns):  # what is short comes first, lest it seem a part of what is long
        nouns = sorted(nouns, key=lambda noun: not noun.definite or bool(noun.post))
    return Noun(first.head, all(n.piece for n in nouns), either=tuple(nouns))
