"""Makes stories and layouts of random words from a seed."""

import json
import os

ALPHABETS = {
  "latin": "abcdefghijklmnopqrstuvwxyzäöüßéñç",
  "greek": "αβγδεζηθικλμνξοπρστυφχψωάέή",
  "cyrillic": "абвгдежзийклмнопрстуфхцчшщъыьэюя",
  "arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهوي",
  "japanese": "あいうえおかきくけこさしすせそたちつてとなにぬねのアイウエオ港灯台船海波風",
}


class Writer:
  def __init__(self, random):
    self._random = random
    self._letters = ALPHABETS[random.choice(sorted(ALPHABETS))]

  def word(self):
    length = self._random.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15])
    if self._random.random() < 0.01:
      length = 40
    return "".join(self._random.choice(self._letters) for _ in range(length))

  def words(self, fewest, most):
    return " ".join(self.word() for _ in range(self._random.randint(fewest, most)))

  def phrase(self, most=40):
    text = self.words(3, most)
    shape = self._random.random()
    if shape < 0.1:
      text += f" *{self.words(1, 4)}* {self.word()}"
    elif shape < 0.2:
      text += f" **{self.words(1, 4)}**"
    elif shape < 0.25:
      text += f" [{self.words(1, 3)}](https://issue.invalid/{self._random.randint(1, 99)})."
    elif shape < 0.3:
      text += f" `{self.words(1, 2)}`, {self.word()}"
    elif shape < 0.35:
      text += f" ~~{self.words(1, 2)}~~"
    elif shape < 0.4:
      text += "\u00ad".join([self.word(), self.word()])
    return text

  def block(self):
    random = self._random
    shape = random.random()
    if shape < 0.12:
      return f"{'#' * random.randint(1, 6)} {self.words(1, 8)}"
    if shape < 0.2:
      return "\n".join(f"- {self.phrase(12)}" for _ in range(random.randint(1, 5)))
    if shape < 0.26:
      return "\n".join(f"{n}. {self.phrase(12)}" for n in range(1, random.randint(2, 6)))
    if shape < 0.29:
      return f"- {self.phrase(8)}\n    - {self.phrase(8)}\n    - {self.phrase(8)}\n- {self.phrase(8)}"
    if shape < 0.36:
      return "> " + "\n>\n> ".join(self.phrase() for _ in range(random.randint(1, 2)))
    if shape < 0.4:
      return "```\n" + "\n".join(self.words(1, 6) for _ in range(random.randint(1, 6))) + "\n```"
    if shape < 0.43:
      columns = random.randint(1, 5)
      row = lambda: "| " + " | ".join(self.words(1, 3) for _ in range(columns)) + " |"
      return "\n".join(
        [row(), "|" + "---|" * columns] + [row() for _ in range(random.randint(1, 5))])
    if shape < 0.45:
      return "---"
    return self.phrase(120)

  def story(self, most=25):
    blocks = [self.block() for _ in range(self._random.randint(1, most))]
    if not any(block != "---" for block in blocks):
      blocks.append(self.phrase())
    if self._random.random() < 0.3:
      for number in range(1, self._random.randint(2, 4)):
        at = self._random.randrange(len(blocks) + 1)
        blocks.insert(at, f"{self.phrase()}[^{number}]")
        blocks.append(f"[^{number}]: {self.phrase(20)}")
    return "\n\n".join(blocks) + "\n"


def make(folder, random):
  """Writes a story or a layout into `folder` and gives its path."""
  writer = Writer(random)
  if random.random() < 0.3:
    path = folder + ".md"
    with open(path, "w", encoding="utf-8") as file:
      file.write(writer.story(40))
    return path
  os.mkdir(folder)
  size = random.choice([6, 8, 10, 12, 14, 18, 24, 36, 48, 60])
  columns = random.randint(1, 6)
  width, height = random.randint(200, 900), random.randint(250, 900)
  names = ["story"] if random.random() < 0.6 else ["first", "second"]
  for name in names:
    with open(os.path.join(folder, name + ".md"), "w", encoding="utf-8") as file:
      file.write(writer.story())
  frames = []
  for k, name in enumerate(names):
    frames.append({
      "thread": name, "columns": columns, "column-gap": random.choice([6, 12, 18]),
      "x": 30, "y": 30 + k * (height - 60) // len(names), "width": width - 60,
      "height": (height - 60) // len(names) - 10})
  layout = {
    "stories": {name: name + ".md" for name in names},
    "size": {"width": width, "height": height},
    "styles": {"body": {
      "font-size": size, "line-height": f"{size * 1.3:.1f}pt",
      "text-align": random.choice(["start", "justify"])}},
    "pages": [{"frames": frames, "repeat": random.choice([True, True, True, 1])}],
  }
  with open(os.path.join(folder, "layout.json"), "w", encoding="utf-8") as file:
    json.dump(layout, file, indent=1, ensure_ascii=False)
  return folder
