"""Test support: extracts the texts of each page of a PDF by Typst."""

import re
import zlib

OBJECT = re.compile(rb"(\d+) 0 obj\s(.*?)\sendobj", re.DOTALL)
STREAM = re.compile(rb"stream\r?\n(.*)\r?\nendstream", re.DOTALL)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def objects(pdf: bytes) -> dict[int, bytes]:
    return {int(number): body for number, body in OBJECT.findall(pdf)}


def stream(body: bytes) -> bytes:
    match = STREAM.search(body)
    return zlib.decompress(match[1]) if match and b"FlateDecode" in body else match[1] if match else b""


def pages(pdf: bytes) -> list[bytes]:
    """The objects of the pages, in order."""
    objects_by_id = objects(pdf)
    tree = next(body for body in objects_by_id.values() if b"/Type/Pages" in body)
    kids = re.search(rb"/Kids\[(.*?)\]", tree, re.DOTALL)
    assert kids
    return [objects_by_id[int(number)] for number in re.findall(rb"(\d+) 0 R", kids[1])]


def size(page: bytes) -> tuple[float, float]:
    """Width and height in points."""
    box = re.search(rb"/MediaBox\[([^\]]*)\]", page)
    assert box
    x_min, bottom, right, top = map(float, box[1].split())
    return right - x_min, top - bottom


def letters(characters: dict[int, bytes], font: int) -> dict[int, str]:
    """What each sign of a font means."""
    unicode = re.search(rb"/ToUnicode (\d+) 0 R", characters[font])
    assert unicode
    cmap = stream(characters[int(unicode[1])])
    characters_found = {}
    for part in re.findall(rb"beginbfchar(.*?)endbfchar", cmap, re.DOTALL):
        for code, text in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", part):
            characters_found[int(code, 16)] = bytes.fromhex(text.decode()).decode("utf-16-be")
    return characters_found


def unescape(text: bytes) -> bytes:
    """The bytes of a string between brackets."""
    return re.sub(
        rb"\\([0-7]{1,3}|.)",
        lambda m: bytes([int(m[1], 8)]) if m[1].isdigit() else ESCAPES.get(m[1], m[1]),
        text,
        flags=re.DOTALL,
    )


FONT = re.compile(rb"/(\w+) [\d.]+ Tf")
TEXT = re.compile(rb"Tm\s*\[?(?=\()")
TOKEN = re.compile(rb"\\.|[()]", re.DOTALL)


def shown(content: bytes) -> list[tuple[str, bytes]]:
    """What a page does in order: ("font", name) and ("text", the bytes of one TJ or Tj)."""
    strings_shown: list[tuple[str, bytes]] = []
    at = 0
    while True:
        font, text = FONT.search(content, at), TEXT.search(content, at)
        if font and (text is None or font.start() < text.start()):
            strings_shown.append(("font", font[1]))
            at = font.end()
        elif text:
            codes, at = strings(content, text.end())
            strings_shown.append(("text", codes))
        else:
            return strings_shown


def strings(content: bytes, at: int) -> tuple[bytes, int]:
    """The strings of one operator from the first bracket on, joined; brackets inside them may be in pairs."""
    codes = b""
    while content[at : at + 1] == b"(":
        depth, start = 0, at + 1
        for token in TOKEN.finditer(content, at):
            depth += {b"(": 1, b")": -1}.get(token[0], 0)
            if not depth:
                codes += unescape(content[start : token.start()])
                at = token.end()
                break
        gap = re.compile(rb"[-\d. ]*").match(content, at)
        at = gap.end() if gap else at
    return codes, at


def runs(pdf: bytes) -> list[list[str]]:
    """The pieces of text of each page."""
    objects_by_id = objects(pdf)
    return [page_runs(objects_by_id, page) for page in pages(pdf)]


def page_runs(objects: dict[int, bytes], page: bytes) -> list[str]:
    """Those of one page; text inside drawings is not among them."""
    where = re.search(rb"/Resources (\d+) 0 R", page)
    resources = objects[int(where[1])] if where else page
    fonts = re.search(rb"/Font<<(.*?)>>", resources, re.DOTALL)
    font_letters = (
        {name: letters(objects, int(n)) for name, n in re.findall(rb"/(\w+) (\d+) 0 R", fonts[1])} if fonts else {}
    )
    contents = re.search(rb"/Contents (\d+) 0 R", page)
    assert contents
    texts, meanings = [], dict[int, str]()
    for operator, operand in shown(stream(objects[int(contents[1])])):
        if operator == "font":
            meanings = font_letters[operand]
        else:
            texts.append("".join(meanings[int.from_bytes(operand[i : i + 2])] for i in range(0, len(operand), 2)))
    return texts


def texts(pdf: bytes) -> list[str]:
    """All the text of each page."""
    return [" ".join(page) for page in runs(pdf)]
