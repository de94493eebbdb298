"""Tests of the documents: generated pages are up to date, links work, lists are complete."""

import re
from pathlib import Path

import pytest

from lusory.games import catalogue
from tools.documents import ROOT, documents
from tools.pictures import PLAYED, pictures

PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"(?<!`)\[[^\]\n]*\]\(([^)\s]+)\)")


def named(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", documents(), ids=named)
def test_generated_documents_are_up_to_date(path):
    assert path.exists() and path.read_text(encoding="utf-8") == documents()[path], "run make docs"


def test_no_picture_is_left_over():
    assert {path.stem for path in (ROOT / "docs" / "pictures").iterdir()} == set(PLAYED)


@pytest.mark.parametrize("name", PLAYED)
def test_every_picture_is_shown(name):
    assert f"docs/pictures/{name}.svg" in (ROOT / "README.md").read_text()
    assert pictures()[name].startswith("<svg")


def anchors(page: Path) -> set[str]:
    """Where a link into a page may lead: its marked places and its headings."""
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page):
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in LINK.findall(text):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        target_file = (page.parent / path).resolve() if path else page
        assert target_file.exists(), target
        if anchor:
            assert anchor in anchors(target_file), target


def test_every_page_can_be_reached():
    reached, front = set(), [ROOT / "docs" / "index.md"]
    while front:
        page = front.pop()
        reached.add(page)
        reachable = {
            (page.parent / t.partition("#")[0]).resolve() for t in LINK.findall(page.read_text(encoding="utf-8"))
        }
        front += [path for path in reachable if path.suffix == ".md" and path.exists() and path not in reached]
    assert set((ROOT / "docs").rglob("*.md")) <= reached


HOMES = [ROOT, ROOT / "python" / "lusory", ROOT / "python" / "lusory" / "rules", ROOT / "crates" / "engine" / "src"]


def test_every_file_the_architecture_names_is_there():
    spans = re.findall(r"`([\w/]+(?:\.(?:py|sh)|/))`", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert spans
    assert [span for span in spans if not any((home / span).exists() for home in HOMES)] == []


def test_the_architecture_names_every_package():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    packages = [path.name for path in (ROOT / "python" / "lusory").iterdir() if path.is_dir() and path.name[0] != "_"]
    assert [package for package in packages if f"      {package}/" not in page] == []


def test_the_changelog_names_every_game():
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert [name for name in catalogue() if name not in changelog] == []


def test_every_term_of_the_glossary_is_defined_once_and_in_order():
    terms = re.findall(r"^\*\*(.+?)\*\* — ", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE)
    assert terms == sorted(set(terms), key=str.lower)
    assert {"Ply", "Move", "Turn", "Player", "Side"} <= set(terms)
