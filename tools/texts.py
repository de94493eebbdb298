"""The texts for players: collects them from pages, modules and Python into the catalogues, and lists what is missing.

python -m tools.texts            brings the catalogue of each language up to date; new texts have no translation yet
python -m tools.texts --list     lists texts that no language has, and texts of pages that are not marked as such
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from jinja2.ext import babel_extract

from lusory.errors import Phrase
from lusory.server.game_page import list_games
from lusory.server.web.languages import texts_of
from lusory.texts import LANGUAGES, SOURCE
from lusory.texts.messages import entries

PYTHON = Path(__file__).parent.parent / "python" / "lusory"
SERVER = PYTHON / "server"
CATALOGUES = PYTHON / "texts"
SPEAKING = tuple(PYTHON / name for name in ("server", "play", "cli", "rules", "games", "reference", "errors.py"))
"""Packages and modules that speak to players."""
CALLS = {"gettext": 1, "_": 1, "ngettext": 2}
"""Functions that take a text, or one and its plural, first."""
SHOWN = {"Command": 1, "Binding": 2, "Phrase": 0}
"""Classes with the place of a text that is translated where it is shown."""
REFUSALS = {"Refused": 1, "HTTPException": 1, "Busy": 0, "Failed": 0, "Gone": 0, "Overdue": 0}
"""Errors, with the place of their message: those that are constants are translated where they are answered."""
TOLD = "tell"
"""A method with a subject and a text as its last arguments, which it translates."""


class Text(NamedTuple):
    """A text of the source. many: its plural, empty where it counts nothing. place: the file."""

    one: str
    many: str
    place: str


def collect_texts() -> dict[str, Text]:
    """All texts by the English one, in the order of their places."""
    texts_by_source: dict[str, Text] = {}
    for text in [*of_templates(), *of_modules(), *of_python(), *of_games()]:
        first_text = texts_by_source.setdefault(text.one, text)
        if text.many and not first_text.many:
            texts_by_source[text.one] = text
    return texts_by_source


def of_templates() -> Iterator[Text]:
    """Texts in `{% trans %}` and `_(…)` of templates."""
    for path in sorted((SERVER / "templates").glob("*.html")):
        with path.open("rb") as file:
            options = {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}
            for _, _, message, _ in babel_extract(file, tuple(CALLS), (), options):
                parts = message if isinstance(message, tuple) else (message,)
                if parts[0]:
                    yield Text(parts[0], (parts[1] or "") if len(parts) > 1 else "", f"templates/{path.name}")


def of_modules() -> Iterator[Text]:
    """Texts in `t(…)` and `tn(…)` of the modules of pages."""
    for path in sorted((SERVER / "static" / "js").glob("*.js")):
        for singular, plural in texts_of(path.read_text("utf-8")):
            yield Text(singular, plural, f"js/{path.name}")


def of_python() -> Iterator[Text]:
    """Texts in `gettext(…)` and `ngettext(…)`, and errors of the server that are constants."""
    for path in sorted(path for part in SPEAKING for path in (part.rglob("*.py") if part.is_dir() else [part])):
        tree = ast.parse(path.read_text("utf-8"))
        constants = constants_of(tree, path)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            place = path.relative_to(SERVER if SERVER in path.parents else PYTHON).as_posix()
            if isinstance(node.func, ast.Name):
                yield from of_call(node, node.func.id, place, constants)
            elif isinstance(node.func, ast.Attribute) and node.func.attr == TOLD:
                literals = [part.value for part in node.args if isinstance(part, ast.Constant)]
                described = (
                    [] if ast.unparse(node.func) == f"self.{TOLD}" else literals
                )  # those are signals to other servers
                yield from (Text(text, "", place) for text in described if isinstance(text, str))


def constants_of(tree: ast.Module, path: Path) -> dict[str, str]:
    """The texts that a module names once, or imports by name from modules of its package."""
    values: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            imported = module_file(path, node)
            named = own_constants(ast.parse(imported.read_text("utf-8"))) if imported else {}
            values |= {part.asname or part.name: named[part.name] for part in node.names if part.name in named}
    return values | own_constants(tree)


def module_file(path: Path, node: ast.ImportFrom) -> Path | None:
    """The file of the module that an import is from; None for a package."""
    file = path.parents[node.level - 1].joinpath(*(node.module or "").split(".")).with_suffix(".py")
    return file if node.module and file.is_file() else None


def own_constants(tree: ast.Module) -> dict[str, str]:
    """The texts that a module names at its top, each once."""
    assignments = [node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)]
    names = Counter(ast.unparse(node.targets[0]) for node in assignments)
    return {
        ast.unparse(node.targets[0]): node.value.value
        for node in assignments
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        if names[ast.unparse(node.targets[0])] == 1
    }


def of_call(node: ast.Call, name: str, place: str, constants: Mapping[str, str]) -> Iterator[Text]:
    """The text that a call names. constants: texts by the names that stand for them."""
    at, count = (REFUSALS | SHOWN).get(name, 0), CALLS.get(name, 1)
    if name not in CALLS and name not in REFUSALS and name not in SHOWN:
        return
    texts = [
        constants.get(part.id) if isinstance(part, ast.Name) else part.value
        for part in node.args[at : at + count]
        if isinstance(part, ast.Constant | ast.Name)
    ]
    if len(texts) == count and all(isinstance(text, str) for text in texts):
        yield Text(str(texts[0]), str(texts[1]) if count > 1 else "", place)


def of_games() -> Iterator[Text]:
    """The line by which the lobby introduces each game; its options; the tasks of puzzles."""
    for card in list_games():
        place = f"game {card['name']}"
        yield Text(card["line"], "", place)
        for option in card["options"]:
            choices = option["choices"] if option["kind"] == "list" else []
            for text in (option["name"].replace("_", " ").capitalize(), option["about"], *choices):
                yield Text(text, "", place)
            yield from (Text(text, "", place) for text in texts_of_phrase(option["range"]))
    for side in ("First", "Second", "Black", "White"):
        for end in ("win", "draw"):
            yield Text(f"{side} to move and {end}", "", "puzzles")


def texts_of_phrase(phrase: Phrase) -> Iterator[str]:
    """Its text, and those of the phrases in it: some are values of options, and stand in no call."""
    yield phrase.text
    for value in phrase.values.values():
        if isinstance(value, Phrase):
            yield from texts_of_phrase(value)


def update_catalogue(language: str) -> str:
    """The catalogue of a language with all texts of now: translations are kept, texts that are gone left out."""
    path = CATALOGUES / f"{language}.po"
    before = {entry["msgid"]: entry for entry in entries(path.read_text("utf-8"))}
    header = before.get("", {}).get("msgstr", "")
    parts = ['msgid ""\nmsgstr ""\n' + "".join(f"{quote(line)}\n" for line in header.splitlines(keepends=True))]
    for text in collect_texts().values():
        parts.append(entry_of(text, before.get(text.one, {})))
    return "\n".join(parts)


def entry_of(text: Text, before: dict[str, str]) -> str:
    """A text as the catalogue has it, with what was its translation."""
    flag = "#, python-format\n" if "%(" in text.one else ""
    head = f"#: {text.place}\n{flag}msgid {quote(text.one)}\n"
    if not text.many:
        return f"{head}msgstr {quote(before.get('msgstr', before.get('msgstr[0]', '')))}\n"
    forms = sorted(key for key in before if key.startswith("msgstr[")) or ["msgstr[0]", "msgstr[1]"]
    lines = "".join(f"{form} {quote(before.get(form, ''))}\n" for form in forms)
    return f"{head}msgid_plural {quote(text.many)}\n{lines}"


def quote(text: str) -> str:
    """A text between quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def untranslated(language: str) -> list[str]:
    """The English texts that a language lacks."""
    have = {e["msgid"] for e in entries((CATALOGUES / f"{language}.po").read_text("utf-8")) if complete(e)}
    return [text.one for text in collect_texts().values() if text.one not in have]


def complete(entry: dict[str, str]) -> bool:
    """Whether an entry has all its translations."""
    return all(value for key, value in entry.items() if key.startswith("msgstr"))


SHOWN_ATTRIBUTES = {"aria-label", "title", "placeholder", "alt", "label"}
"""Attributes of elements that somebody reads."""
NAMES = {"lusory", "Python", "JSON", "· lusory", "· lusory :", '{"format": "lusory", …}'}
NAMES |= {"Enter", "Escape", "Esc", "Tab", "Home", "End", "Home End", "q w e a d z x c", "Files"}
NAMES |= {"First", "Second", "Third", "Fourth"}
"""Words that are the same in every language: names, keys, the players in sentences of the rules."""
CODE = re.compile(
    r"\{% block kind %\}.*?\{% endblock %\}|\{#.*?#\}|\{\{.*?\}\}|\{% *trans.*?\{% *endtrans *%\}|\{%.*?%\}", re.DOTALL
)


class Unmarked(HTMLParser):
    """Texts of a template outside its marks. found: with their lines."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[int, str]] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """See HTMLParser."""
        self.inside.append(tag)
        for name, value in attrs:
            if name in SHOWN_ATTRIBUTES:
                self.note(value or "")

    def handle_endtag(self, tag: str) -> None:
        """See HTMLParser."""
        while tag in self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        """See HTMLParser."""
        if self.inside[-1:] not in (["code"], ["script"]):
            self.note(data)

    def note(self, text: str) -> None:
        """Note a text in which there are words."""
        text = " ".join(text.split())
        if text not in NAMES and re.search(r"[A-Za-z]{2}", text):
            self.found.append((self.getpos()[0], text))


def unmarked_in_template(source: str) -> list[tuple[int, str]]:
    """Texts of a template that are not marked for translation, with their lines."""
    parser = Unmarked()
    parser.feed(CODE.sub(lambda code: "\n" * code[0].count("\n"), source))
    parser.close()
    return parser.found


LITERAL = re.compile(r'(?<![\w.])(?:"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)')
SENTENCE = re.compile(r"^[A-Z][a-z’]+(?:$|[ :.…?!,].*)|[a-z] [a-z-]+ [a-zA-Z]|^ ?an? |[a-z][.?!…]$", re.DOTALL)
"""What reads like a text for people: a word or sentence that begins with a capital, three words, an article, a full
stop."""


def unmarked_in_module(source: str) -> list[tuple[int, str]]:
    """Literals of a module that read like texts and are not in `t(…)` or `tn(…)`, with their lines."""
    unmarked_texts = []
    code = re.sub(
        r"/\*.*?\*/|(?<![:\"'])//[^\n]*", lambda comment: "\n" * comment[0].count("\n"), source, flags=re.DOTALL
    )
    for literal in LITERAL.finditer(code):
        text = literal[1] if literal[1] is not None else re.sub(r"\$\{.*?\}", "0", literal[2])
        before = code[: literal.start()].rstrip()
        if re.search(
            r'\bt\($|\btn\((?:"(?:[^"\\]|\\.)*",\s*)?$|\b(?:querySelector(?:All)?|closest|matches|import|from)\(?$|[!=]==$',
            before,
        ):
            continue
        if SENTENCE.search(text) and text not in NAMES and not code[literal.end() :].startswith("/*"):
            unmarked_texts.append((code.count("\n", 0, literal.start()) + 1, text))
    return unmarked_texts


def unmarked_in_python(source: str) -> list[tuple[int, str]]:
    """Refusals whose values are put in before anybody can translate them, with their lines."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        (node.lineno, ast.unparse(node.args[1]))
        for node in calls
        if isinstance(node.func, ast.Name) and node.func.id in ("Refused", "HTTPException") and len(node.args) > 1
        if isinstance(node.args[1], ast.JoinedStr)
    ]


def unmarked() -> list[str]:
    """Everything that pages show and that is not marked, as `file:line: text`. Answers to mails are in English."""
    unmarked_texts = []
    for path in sorted(SERVER.rglob("*.py")):
        if path.parent.name != "mail":
            unmarked_texts += [
                f"{path.name}:{line}: {text}" for line, text in unmarked_in_python(path.read_text("utf-8"))
            ]
    for path in sorted((SERVER / "templates").glob("*.html")):
        unmarked_texts += [
            f"{path.name}:{line}: {text}" for line, text in unmarked_in_template(path.read_text("utf-8"))
        ]
    for path in sorted((SERVER / "static" / "js").glob("*.js")):
        unmarked_texts += [f"{path.name}:{line}: {text}" for line, text in unmarked_in_module(path.read_text("utf-8"))]
    return unmarked_texts


def main(options: list[str]) -> None:
    """See above."""
    languages = [language for language in LANGUAGES if language != SOURCE]
    if "--list" in options:
        print("\n".join([*unmarked(), *(f"{code}: {text}" for code in languages for text in untranslated(code))]))
        return
    for language in languages:
        (CATALOGUES / f"{language}.po").write_text(update_catalogue(language), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
