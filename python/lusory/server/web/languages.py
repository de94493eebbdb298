"""Languages of pages: chooses the language of a request, and serves the texts of a page's modules in it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ...texts import LANGUAGES, SOURCE, negotiated, speaking, translations_in

COOKIE = "language"
"""The cookie with the chosen language."""
TEXT = r'"(?:[^"\\]|\\.)*"'
CALL = re.compile(rf"\bt\((?P<one>{TEXT})|\btn\((?P<first>{TEXT}),\s*(?P<many>{TEXT})")


class Languages:
    """Middleware: what is sent is in the language of who asks."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        connection = HTTPConnection(scope)
        with speaking(negotiated(connection.cookies.get(COOKIE, ""), connection.headers.get("accept-language", ""))):
            await self.app(scope, receive, send)


def texts_of(javascript: str) -> list[tuple[str, str]]:
    """The texts that a module of a page shows, each with its plural, empty where it counts nothing."""
    texts = []
    for call in CALL.finditer(javascript):
        singular, plural = call["one"] or call["first"], call["many"]
        texts.append((json.loads(singular), json.loads(plural) if plural else ""))
    return texts


@cache
def script(language: str, folder: Path) -> str:
    """The texts of all modules in a folder, as a script that pages load before them. The plural's expression is
    gettext's, which is JavaScript, too; the reader of catalogues admits no other signs."""
    messages = translations_in(language)
    modules = [path.read_text("utf-8") for path in sorted(folder.glob("*.js"))]
    used_texts = {
        source_text: messages.texts[source_text]
        for text in modules
        for source_text, _ in texts_of(text)
        if source_text in messages.texts
    }
    texts = json.dumps(used_texts, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.lusoryTexts={{form:(n)=>+({messages.plural}),texts:{texts}}};\n"


def scripts(folder: Path) -> dict[str, str]:
    """The script of each language but English, which the modules speak themselves, by its path."""
    return {f"texts/{language}.js": script(language, folder) for language in LANGUAGES if language != SOURCE}
