"""Tests of comments: text is shown as typed and cannot inject HTML or scripts."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lusory.club.comment_text import LINES, LONGEST, REL, TAGS, clean, html, parser, sanitise
from lusory.errors import LusoryError

HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href=# onclick=alert(1)>x</a>",
    "<style>*{display:none}</style>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<form action=//evil.example><input name=password></form>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "</p></div></main><h1>mine</h1>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\nscript:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](&#106;avascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](\x01javascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](vbscript:msgbox(1))",
    "[x](file:///etc/passwd)",
    "[x](https://a.example/\" onmouseover=\"alert(1))",
    "[x](https://a.example 'title\" onmouseover=\"alert(1)')",
    "[x](//evil.example)",
    "[x](https:/evil.example)",
    "[x](https:///evil.example)",
    "[x](https:evil.example)",
    "[x](\\\\evil.example)",
    "[x](/api/host/tables/x)",
    "[x](?do=delete)",
    "[x]: javascript:alert(1)\n\n[x]",
    "<javascript:alert(1)>",
    "<https://a.example/\"onclick=alert(1)>",
    "![x](https://tracker.example/pixel.png)",
    "![x](javascript:alert(1))",
    "![](data:image/svg+xml;base64,PHN2Zz4=)",
    "`<script>alert(1)</script>`",
    "```html\n<script>alert(1)</script>\n```",
    '```"onload="alert(1)\nx\n```',
    "    <script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "# a heading of mine",
    "mine\n====",
    "\u202egnp.exe\u202c",
    "\u2066\u2067\u2068x\u2069",
    "x\x00<script\x00>alert(1)</script>",
    "<scr<script>ipt>alert(1)</script>",
    "> " * 200 + "x",
    "[" * 500,
    "*" * 800,
    "`" * 401,
    "<" * 500,
    "- " * 300,
    "[a](" * 300,
    "![" * 300,
    "**a " * 300,
    "Z" + "\u0301" * 300,
]  # fmt: skip


class Checked(HTMLParser):
    """All elements are allowed ones, closed, with nothing but a link's address."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        assert tag in TAGS, tag
        attributes = dict(attrs)
        if tag == "a":
            assert set(attributes) <= {"href", "rel"} and attributes["rel"] == REL
            self.links += [attributes["href"] or ""] if "href" in attributes else []
        else:
            assert not attrs, (tag, attrs)
        if tag not in ("br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    def handle_comment(self, data):
        raise AssertionError(data)

    def handle_decl(self, decl):
        raise AssertionError(decl)

    unknown_decl = handle_pi = handle_decl


def checked(text):
    checker = Checked(html(text))
    for link in checker.links:
        assert urlsplit(link).scheme in ("http", "https") and urlsplit(link).netloc, link
    return checker


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_comments_do_nothing(text):
    checker = checked(text)
    assert "evil.example" not in "".join(checker.links)


@pytest.mark.parametrize("text", HOSTILE)
def test_each_wall_holds_by_itself(text):
    for link in Checked(sanitise(text)).links:
        assert urlsplit(link).scheme in ("http", "https")
    parsed = Parsed(parser().render(clean(text)))
    assert {tag for tag, _ in parsed.found} <= TAGS
    assert {name for _, attrs in parsed.found for name, _ in attrs} <= {"href", "title", "class", "start"}
    for href in [value or "" for _, attrs in parsed.found for name, value in attrs if name == "href"]:
        assert urlsplit(href).scheme in ("http", "https")


class Parsed(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, attrs))


@given(st.lists(st.sampled_from([*HOSTILE, "a", " ", "\n", "\n\n", "*", "_", "`", ">", "- ", "[", "](", ")", "<", "&"]),
                min_size=1, max_size=8).map("".join).filter(lambda text: 0 < len(text) < LONGEST))  # fmt: skip
def test_hostile_comments_do_nothing_together(text):
    try:
        checked(text)
    except LusoryError:
        assert not clean("x" + text).strip("x\n ") or len(text) > LONGEST or text.count("\n") > LINES - 2


@given(st.text(min_size=1, max_size=200))
def test_any_text_is_shown_or_refused(text):
    try:
        checked(text)
    except LusoryError as fault:
        assert "empty" in str(fault)


@pytest.mark.parametrize(
    ("text", "expected_html"),
    [
        ("Nice *game*, **really**", "<p>Nice <em>game</em>, <strong>really</strong></p>\n"),
        ("two\nlines", "<p>two<br>\nlines</p>\n"),
        ("two\n\n\n\nparts", "<p>two</p>\n<p>parts</p>\n"),
        ("play `c3-d4`", "<p>play <code>c3-d4</code></p>\n"),
        ("> quoted", "<blockquote>\n<p>quoted</p>\n</blockquote>\n"),
        ("1. one\n2. two", "<ol>\n<li>one</li>\n<li>two</li>\n</ol>\n"),
        ("[here](https://a.example/b)", f'<p><a href="https://a.example/b" rel="{REL}">here</a></p>\n'),
        ("<https://a.example/b>", f'<p><a href="https://a.example/b" rel="{REL}">https://a.example/b</a></p>\n'),
        ("1 < 2 & 3 > 2", "<p>1 &lt; 2 &amp; 3 &gt; 2</p>\n"),
        ("<b>bold</b>", "<p>&lt;b&gt;bold&lt;/b&gt;</p>\n"),
        ("# heading", "<p># heading</p>\n"),
        ("👩‍👩‍👧 e\u0301", "<p>👩‍👩‍👧 é</p>\n"),
    ],
)
def test_what_a_comment_becomes(text, expected_html):
    assert html(text) == expected_html


def test_what_was_typed_can_be_read():
    checker = checked("<script>alert(1)</script> & [x](javascript:alert(1))")
    assert "".join(checker.text).strip() == "<script>alert(1)</script> & [x](javascript:alert(1))"
    assert "tracker.example" in html("![x](https://tracker.example/a.png)") and "<img" not in html(
        "![x](https://t.example)"
    )


def test_what_is_stored_has_no_control_characters():
    assert clean("a\r\nb\rc\x07\u202e\u200bd\u200d  \n\n\n\ne") == "a\nb\ncd\u200d\n\ne"
    assert len(clean("Z" + "\u0301" * 300)) == 1 + 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        (" \n\t\u202e\x00", "empty"),
        ("x" * (LONGEST + 1), f"{LONGEST + 1} characters, expected at most {LONGEST}"),
        ("x\n" * LINES + "x", f"{LINES + 1} lines, expected at most {LINES}"),
    ],
)
def test_what_is_no_comment_is_refused(text, message):
    for function in (clean, html):
        with pytest.raises(LusoryError, match=message):
            function(text)
