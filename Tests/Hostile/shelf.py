"""The served files: good publications with known answers, and poison."""

import shutil

POISON = {
  "crash": ["page 1: crash", "page 2: crash abort", "page 3: crash stack"],
  "hang": ["page 1: hang", "page 2: hang asleep", "page 3: hang deaf"],
  "memory": ["page 1: allocate", "page 2: reserve", "page 3: answer huge"],
  "lies": ["page 1: size 1e308 1", "page 2: answer types", "page 3: paint beyond"],
  "closed": ["open: hang asleep"],
  "broken": ["open: crash"],
}
WORDS = "tide quay lantern harbor rope salt ebb mast anchor fathom".split()


def make(folder, samples):
  for name in ("quay.pdf", "quay.epub"):
    shutil.copy(samples / name, folder / name)
  shutil.copytree(samples / "quay-pages", folder / "quay-pages")
  for number in range(6):
    lines = [f"# Story {number}"]
    for paragraph in range(40):
      lines.append(" ".join(WORDS[(number + paragraph * 3 + word * 7) % 10] for word in range(60)))
    (folder / f"story{number}.md").write_text("\n\n".join(lines) + "\n")
  for name, lines in POISON.items():
    text = "\n".join(["misbehave", "pages 5", *lines]) + "\n"
    (folder / f"{name}.misbehave").write_text(text)


def kind(target):
  """What a request is for: the figures are by it."""
  if target.startswith("/files/"):
    return "files"
  if ".epub/" in target:
    return "books"
  last = target.partition("?")[0].rpartition("/")[2]
  return {"text": "texts", "outline": "texts", "search": "searches"}.get(last, "images")


def cold_targets(count):
  """Requests for pages at sizes that no client has requested before."""
  pages = [(name, page) for name in ("quay.pdf", "quay-pages", "story1.md") for page in range(2)]
  return [(f"/api/1/publications/{name}/pages/{page}/image.jpg?scale={0.5 + number / (2 * count):.6f}", ())
          for number in range(count) for name, page in [pages[number % len(pages)]]]


def good_targets():
  """Requests of readers: pages, regions, tiles, texts, files and parts of them."""
  api = "/api/1/publications"
  targets = []
  for name, pages in (("quay.pdf", 4), ("quay-pages", 4), *((f"story{n}.md", 2) for n in range(3))):
    for page in range(pages):
      base = f"{api}/{name}/pages/{page}"
      targets += [(f"{base}/image.jpg?width={width}", ()) for width in (200, 640, 900, 1200)]
      targets += [(f"{base}/image.png?scale=0.7", ()), (f"{base}/image.webp?scale=1.{page}3", ())]
      targets += [(f"{base}/image.jpg?region=20,30,200,200&width=500", ())]
      targets += [(f"{base}/text", ()), (f"/iiif/image/3/{name}%3A{page}/full/300,/0/default.jpg", ())]
    targets += [(f"{api}/{name}/outline", ()), (f"{api}/{name}/search?q=the", ())]
  for name in ("quay.pdf", "story1.md", "quay.epub"):
    targets += [(f"/files/{name}", (f"Range: bytes={start}-{start + 999}",)) for start in (0, 500, 1500)]
    targets += [(f"/files/{name}", ())]
  targets += [(f"{api}/quay.epub/pages/0/image.jpg?width={width}", ()) for width in (300, 500)]
  return targets
