"""Strips quotations and signatures from the text of a mail, in the forms that mail programs write.

Most of it needs no language: quoted lines begin with `>`, and the lines right before them that end in a colon tell who
wrote them. Programs that mark no lines put a line or a block of headers before the quotation, in the language of their
user.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

LINES = 2_000
"""At most so many lines are looked at."""
INTRODUCTION = 4
"""The line that tells who wrote what follows is broken into at most so many."""

QUOTED = re.compile(r"\s{0,3}[>|]\s?")
WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb(?: am)?|hat geschrieben|a écrit|écrivait|escribi[oó]|ha scritto|scrisse|schreef"
    r"|skrev|escreveu|napisał(?:\(a\)|a)?|napsal(?:\(a\)|a)?|napísal|kirjoitti|írta|a scris|yazdı|έγραψε|пише[тш]?"
    r"|написал(?:а)?|написав|je napisao|rašė)\b.{0,120}:\s*$|(?:写道|寫道|のメッセージ|書きました|작성)\s*[:：]\s*$",
    re.IGNORECASE,
)
"""`On Monday Ada wrote:` in other languages."""
TAIL = 200
"""Characters at the end of a line: more than WROTE takes."""
DASHES = re.compile(
    r"\s*-{3,}\s*(?:original message|original appointment|forwarded message|begin forwarded message"
    r"|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|message original|message transféré"
    r"|mensaje original|mensaje reenviado|messaggio originale|messaggio inoltrato"
    r"|oorspronkelijk bericht|doorgestuurd bericht|originalmeddelande"
    r"|oprindelig meddelelse|original melding|mensagem original|mensagem encaminhada|wiadomość oryginalna"
    r"|původní zpráva|исходное сообщение|пересылаемое сообщение|原始邮件|原始郵件|転送)\s*-{3,}\s*",
    re.IGNORECASE,
)
FORWARDED = re.compile(
    r"\s*(?:begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié|"
    r"inicio del mensaje reenviado|inizio messaggio inoltrato)\s*:\s*",
    re.IGNORECASE,
)
RULE = re.compile(r"\s*_{10,}\s*")
"""Outlook's line before the quotation."""
FROM = re.compile(
    r"\s*\*?(?:from|von|de|da|van|från|fra|lähettäjä|od|от|від|kimden|feladó"
    r"|发件人|發件人|寄件者|差出人|보낸 사람)\s*[:：]\*?\s*\S",
    re.IGNORECASE,
)
SENT = re.compile(r"\s*\*?(?:gesendet|sent|date|datum)\s*[:：]", re.IGNORECASE)
"""Some programs put it before the sender."""
SUBJECT = re.compile(
    r"\s*\*?(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|temat|předmět|тема|konu|tárgy|主题|主旨|件名|제목)"
    r"\s*[:：]",
    re.IGNORECASE,
)
HEADERS = 8
"""A block of headers has its subject within so many lines."""
SENT_FROM = re.compile(
    r"\s*(?:sent (?:from|with|via) (?:my |the )?\S|get outlook for|von meinem(?:/meiner)? \S+ gesendet"
    r"|gesendet (?:mit|von|aus)\s"
    r"|diese nachricht wurde von meinem|envoyé (?:de|depuis|à partir de) mon"
    r"|enviado (?:desde|do|a partir do) (?:mi|meu)|inviato da(?:l mio)?\s|verzonden (?:met|vanaf|vanuit)\s"
    r"|verstuurd vanaf\s|skickat från\s|sendt fra\s|lähetetty\s"
    r"|wysłane z\s|wysłano z\s|odesláno z\s|отправлено (?:с|из)\s|sendt fra min\s|发自我的|從我的|iPhoneから送信)",
    re.IGNORECASE,
)
"""The signatures of telephones, which no dashes mark."""
WHEN = re.compile(r"\s*(?:on|am|le|el|il|op|den|em|dnia|w dniu|dne|no dia|à|a)\s.*\d|\s*\d", re.IGNORECASE)
SIGNED, SIGNATURE = "-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----"
INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u2060\ufeff\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e"))


def first_own_text(texts: Iterable[str]) -> str:
    """What the sender himself wrote, of a mail that says the same in several forms. The next form is read where one
    seems to be a quotation alone and marks no line of it: his answer may stand below that, and the next may tell where
    the quotation ends. Where it tells nothing, either, all of it may be quoted."""
    for number, text in enumerate(texts):
        own, marks_quotation = own_text(text), any(map(QUOTED.match, text.split("\n")[:LINES]))
        if marks_quotation or (own and number == 0):
            return own
    return ""


def own_text(text: str) -> str:
    """What the sender himself wrote."""
    visible = text.replace("\xa0", " ").translate(INVISIBLE)
    lines = without_armour([line.rstrip("\r") for line in visible.split("\n")[:LINES]])
    lines = lines[: _end(lines)]
    own_lines: list[str] = []
    in_quotation = False
    for line in lines:
        if is_quoted := bool(QUOTED.match(line)):
            if not in_quotation:
                _drop_introduction(own_lines)
            own_lines.append("")
        else:
            own_lines.append(line.rstrip())
        in_quotation = is_quoted
    return re.sub(r"\n{3,}", "\n\n", "\n".join(own_lines)).strip("\n ")


def without_armour(lines: list[str]) -> list[str]:
    """The lines that somebody signed, where a program signed them within the text (RFC 9580, 7.2); else all."""
    if SIGNED not in lines[:1] or "" not in lines:
        return lines
    begin = lines.index("") + 1
    end = lines.index(SIGNATURE) if SIGNATURE in lines else len(lines)
    return [line.removeprefix("- ") for line in lines[begin:end]]


def _end(lines: list[str]) -> int:
    """Where the sender's own text ends for good. What a telephone signs with ends it where nothing of his follows."""
    signed: int | None = None
    last_quoted = max((at for at, line in enumerate(lines) if QUOTED.match(line)), default=-1)
    for at, line in enumerate(lines):
        if (end := _ends_own_text(lines, at, at < last_quoted)) is not None:
            return end if signed is None else signed
        if SENT_FROM.match(line) and not QUOTED.match(line):
            signed = at if signed is None else signed
        elif _own(line):
            signed = None
    return len(lines) if signed is None else signed


def _ends_own_text(lines: list[str], at: int, before_quoted: bool) -> int | None:
    """Where his own text ends, if a line says that it does. before_quoted: whether a quoted line follows somewhere."""
    line = lines[at]
    if line.rstrip() == "--" or any(mark.fullmatch(line) for mark in (DASHES, RULE, FORWARDED)):
        return at
    begins = FROM.match(line) or (SENT.match(line) and any(map(FROM.match, lines[at + 1 : at + 2])))
    if begins and any(SUBJECT.match(line) for line in lines[at + 1 : at + HEADERS]):
        return at
    if not before_quoted and _says_who_wrote(line):
        return _introduction_start(lines, at)
    return None


def _own(line: str) -> bool:
    """Whether somebody may have written this line himself, below the signature of his telephone."""
    return bool(line.strip()) and not QUOTED.match(line) and not _says_who_wrote(line)


def _says_who_wrote(line: str) -> bool:
    """Whether the line ends as one that tells who wrote what follows. All of that stands at its end."""
    return bool(WROTE.search(line.rstrip()[-TAIL:]))


def _introduction_start(lines: list[str], at: int) -> int:
    """Where the introduction of a quotation begins that ends at a line: it is broken where it is long."""
    start = at
    while start > 0 and at - start < INTRODUCTION - 1 and lines[start - 1].strip() and not _whole(lines[start]):
        start -= 1
    return start


def _whole(line: str) -> bool:
    """Whether the line tells when, as introductions do first."""
    return bool(WHEN.match(line))


def _drop_introduction(own_lines: list[str]) -> None:
    """Remove the line, or the few lines, that introduce the quotation that follows."""
    while own_lines and not own_lines[-1].strip():
        own_lines.pop()
    if not own_lines or not own_lines[-1].rstrip().endswith((":", "：")):
        return
    at = len(own_lines) - 1
    start = _introduction_start(own_lines, at)
    line = " ".join(own_lines[start:])
    if _says_who_wrote(own_lines[at]) or re.search(r"\d|@|<", line):
        del own_lines[start:]
