"""Made-up texts of a megabyte: varied as prose is, and the same in every run."""

from __future__ import annotations

import random
from pathlib import Path

WORDS = Path("/usr/share/dict/american-english")
SIZE = 1_000_000  # bytes of UTF-8

HAN = "的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从"
ARABIC = ["كتاب", "البحر", "مدينة", "الشمس", "قارب", "الماء", "طريق", "بيت", "السماء", "ريح", "ميناء", "رجل", "يوم", "الليل", "سفينة", "موج", "صباح", "حجر", "شاطئ", "المساء", "في", "من", "على", "إلى", "كان", "قال", "ثم", "هذا", "تلك", "بعد"]
HINDI = ["समुद्र", "नाव", "पानी", "शहर", "सूरज", "हवा", "रास्ता", "घर", "आकाश", "बंदरगाह", "आदमी", "दिन", "रात", "जहाज", "लहर", "सुबह", "पत्थर", "किनारा", "शाम", "में", "से", "पर", "तक", "था", "कहा", "फिर", "यह", "वह", "बाद", "विश्व"]


def english(seed: int = 7) -> str:
    """Words by Zipf's law, short ones oftener, in sentences and paragraphs of the usual lengths."""
    chance = random.Random(seed)
    known = [word for word in WORDS.read_text().split() if word.isalpha() and word.isascii() and word.islower()]
    ranked = sorted(known, key=lambda word: len(word) + chance.gauss(0, 2.2))
    weights = [1 / (rank + 2.7) ** 1.2 for rank in range(len(ranked))]
    stream = iter(chance.choices(ranked, weights, k=SIZE // 4))
    return paragraphs(chance, lambda: sentence(chance, [next(stream) for _ in range(chance.randint(6, 28))]))


def mixed(seed: int = 7) -> str:
    """Arabic, Hindi, Chinese and English by turns, sentence for sentence."""
    chance = random.Random(seed)
    words = english(seed).split()
    makers = [
        lambda: " ".join(chance.choices(ARABIC, k=chance.randint(5, 15))) + ".",
        lambda: " ".join(chance.choices(HINDI, k=chance.randint(5, 15))) + "।",
        lambda: "".join(chance.choices(HAN, k=chance.randint(12, 40))) + "。",
        lambda: " ".join(words[start : start + 12]) if (start := chance.randrange(len(words) - 12)) >= 0 else "",
    ]
    return paragraphs(chance, lambda: chance.choice(makers)())


def sentence(chance: random.Random, words: list[str]) -> str:
    for place in range(3, len(words) - 2):
        if chance.random() < 0.08:
            words[place] += chance.choice([",", ",", ",", ";"])
    return " ".join(words).capitalize() + chance.choice([".", ".", ".", ".", "?", "!"])


def paragraphs(chance: random.Random, make_sentence) -> str:
    lines: list[str] = []
    size = 0
    while size < SIZE:
        line = " ".join(make_sentence() for _ in range(chance.randint(2, 8)))
        size += len(line.encode()) + 1
        lines.append(line)
    return "\n".join(lines) + "\n"
