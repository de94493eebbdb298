"""Names for newborn games, by a Markov chain over word forms, as Ludi's games had theirs.

The forms are made up for this purpose: they sound like the tongues of tales and mean nothing. Each letter of a name is
drawn by the two before it, as often as it follows them in the forms.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Collection
from functools import lru_cache

FORMS = """
aldorin amberil anduvar arathel arvenor ashael belegrim berenost brandolin brithomar caladel carandur cathmor celuvar
cirvamel corothan dagnoreth daerol dorvain drumeldor durithang earvellon echtarin edravel eglorin elduvar elmiriad
emrathil endovar erelond erdunthal esvardin faedelin falathor fandorel faroth fendarol findumar forlindel galadruin
galdovin garthelin gilthorin glandur golodrim gondavar gorthil gwaldenir haldorim harnoth helvegil hirilond hithadur
iaurel idhrenion ilmarath imvaldur ingolor ithrandel ivannor karadhel khelborin kolvanar lamedril lathron leithandor
limlathar linduvel lorithel lothmar lumbarin maegrim malduin maranwel melethor mendelvar mindorast mirithur mornduin
naldoreth nargelin nelduvar nenuvil nimlothad nolvendir norrumel oldoriath olvarin orfalen orthelian ostorand palvedur
pelvandril quendaril quorinel rathloren remdirith rhunaviel rindolor rochanar ruvindel saelmar sarnithil seregond
sildavar sindoreth sulivren talathir tarnduin teldumir tharbalin thelduin thinrovel thoradnel tirvanel tolfarin
turvandel ufandil uilorin undomar urthanel valdoril vandarel vindomir voldrethan yavander yendorin yulmarath zirvakel
"""
"""Made up."""
SHORT, LONG = 5, 10
START, END = "^", "$"
ATTEMPTS = 1000
UNSPEAKABLE = re.compile(r"[^aeiouy]{4}|[aeiouy]{3}|(.)\1\1|^[^aeiouy]{3}|[^aeiouy]{3}$|(..)\2")
"""What nobody can say: runs of consonants or vowels, the same twice in a row."""


@lru_cache(maxsize=1)
def chain() -> dict[str, str]:
    """The letters that follow two letters in the forms, each as often as it does."""
    following: dict[str, str] = defaultdict(str)
    for form in FORMS.split():
        word = START * 2 + form + END
        for i in range(2, len(word)):
            following[word[i - 2 : i]] += word[i]
    return dict(following)


def word(rng: random.Random) -> str:
    """A word by the chain, whatever its length."""
    links, text = chain(), START * 2
    while not text.endswith(END) and len(text) < LONG + 3:
        text += rng.choice(links[text[-2:]])
    return text.strip(START + END)


def speakable(name: str) -> bool:
    """Whether the name is neither too short nor too long, and can be pronounced. A form itself is none."""
    return SHORT <= len(name) <= LONG and not UNSPEAKABLE.search(name) and name not in FORMS.split()


def name(seed: str | int, collection: Collection[str] = ()) -> str:
    """A name that is not taken: the same for the same seed and the same names taken.

    >>> name(1) == name(1) != name(2)
    True
    """
    rng = random.Random(f"{seed}:name")
    for _ in range(ATTEMPTS):
        candidate = word(rng)
        if speakable(candidate) and candidate not in collection:
            return candidate
    return next(f"{candidate}-{i}" for i in range(2, len(collection) + 3) if f"{candidate}-{i}" not in collection)
