"""What a source says, read without recto: by lxml (libxml2) and by the program cmark-gfm."""

import dataclasses
import json
import os
import posixpath
import re
import subprocess
import unicodedata
import urllib.parse
import zipfile

from lxml import etree, html

XML = "{http://www.w3.org/XML/1998/namespace}"
EPUB = "{http://www.idpf.org/2007/ops}"
# Elements whose text does not belong to the page.
UNREAD = {
  "head", "script", "style", "template", "noscript", "title", "desc", "metadata", "defs", "rp",
  "audio", "video", "select", "textarea", "datalist", "annotation", "annotation-xml", "progress",
  "meter",
}
# Elements that may show or hide text, so that only a browser knows whether it is read.
DYNAMIC = {"object", "iframe", "embed", "switch", "dialog", "details", "foreignObject", "canvas"}


class Unjudged(Exception):
  """What the source says can't be told without a browser; the text says why."""


def is_letter(character):
  return unicodedata.category(character)[0] in "LN"


def letters(text):
  """What is compared: letters and figures, compatible forms alike, without case and accents.

  A browser prints ligatures, forms of Arabic letters and `text-transform` as it draws them.
  """
  return [c for c in unicodedata.normalize("NFKD", text).casefold() if is_letter(c)]


@dataclasses.dataclass
class Text:
  """Letters in order, with the language that the source gives each (None: none)."""

  letters: list = dataclasses.field(default_factory=list)
  languages: list = dataclasses.field(default_factory=list)
  # By "path" and "path#id", where what they name begins.
  places: dict = dataclasses.field(default_factory=dict)
  # The starts of documents, in order, with their paths.
  documents: list = dataclasses.field(default_factory=list)
  # The ruby text, which stands beside the text: a `Text` without one.
  ruby: object = None

  def add(self, text, language):
    more = letters(text)
    self.letters += more
    self.languages += [language] * len(more)

  def read(self, root, path=""):
    """Adds the text below an element of (X)HTML or SVG."""
    # Contents lead to the first place of a document that the spine repeats.
    self.places.setdefault(path, len(self.letters))
    self.documents.append((len(self.letters), path))
    body = next((e for e in root.iter() if local_name(e) == "body"), root)
    language = None
    for element in reversed([body, *body.iterancestors()]):
      language = stated_language(element) or language
    self._walk(body, path, language, set())

  def _walk(self, element, path, language, inside):
    name = local_name(element)
    if not name or name in UNREAD or is_hidden(element):
      return
    if name in DYNAMIC:
      raise Unjudged(f"has the element {name}")
    language = stated_language(element) or language
    if name in ("rt", "rtc") and self.ruby is not None:
      self.ruby._walk(element, path, language, inside)
      return
    for key in ("id", XML + "id", "name"):
      if element.get(key) is not None:
        self.places.setdefault(f"{path}#{element.get(key)}", len(self.letters))
    if element.text:
      self.add(element.text, language)
    for child in element:
      self._walk(child, path, language, inside)
      if child.tail:
        self.add(child.tail, language)


def local_name(element):
  return etree.QName(element).localname if isinstance(element.tag, str) else None


def stated_language(element):
  return element.get(XML + "lang") or element.get("lang") or None


def is_hidden(element):
  style = (element.get("style") or "").replace(" ", "")
  return element.get("hidden") is not None or "display:none" in style or "visibility:hidden" in style


# Declarations by which a style sheet may change text.
CSS_DYNAMIC = [
  (re.compile(r"(?<![-\w])content\s*:\s*(?!none|normal|[\"']{2})"), "CSS makes text"),
  (re.compile(r"display\s*:\s*none"), "CSS hides text"),
  (re.compile(r"visibility\s*:\s*(hidden|collapse)"), "CSS hides text"),
  (re.compile(r"(?<![-\w])(opacity|font-size)\s*:\s*0*(\.0*)?(px|pt|em|%)?\s*[;}]"), "CSS hides text"),
]


def css_findings(css):
  return {reason for pattern, reason in CSS_DYNAMIC if pattern.search(css)}


def parse(data, path):
  """The root of a document: as XML, or else as HTML."""
  parser = etree.XMLParser(resolve_entities=True, no_network=True, huge_tree=True, recover=False)
  if not path.endswith((".html", ".htm")):
    try:
      return etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
      raise Unjudged(f"{posixpath.basename(path)} is not well-formed") from None
  return html.document_fromstring(data)


class Book:
  """An EPUB's package document, spine and text."""

  def __init__(self, path):
    self._archive = zipfile.ZipFile(path)
    container = etree.fromstring(self._archive.read("META-INF/container.xml"))
    self.package_path = container.find(".//{*}rootfile").get("full-path")
    self.package = etree.fromstring(self._archive.read(self.package_path))
    self._manifest = {
      item.get("id"): item for item in self.package.iterfind(".//{*}manifest/{*}item")}
    spine = self.package.find(".//{*}spine")
    self.direction = spine.get("page-progression-direction") or "default"
    self.spine = [(ref, self._manifest.get(ref.get("idref"))) for ref in spine.iterfind("{*}itemref")]
    language = self.package.find(".//{http://purl.org/dc/elements/1.1/}language")
    self.language = (language.text or "").strip() if language is not None else ""
    # The uses of style sheets and scripts that lxml cannot follow.
    self.findings = set()

  def resolve(self, base, href):
    """The name in the archive that a link in the file `base` leads to, with its fragment."""
    path, _, fragment = href.partition("#")
    path = urllib.parse.unquote(path)
    name = posixpath.normpath(posixpath.join(posixpath.dirname(base), path)) if path else base
    return name + ("#" + urllib.parse.unquote(fragment) if fragment else "")

  def read(self, name):
    try:
      return self._archive.read(name)
    except (KeyError, RuntimeError, zipfile.BadZipFile) as error:
      raise Unjudged(f"has no readable {name}: {error}") from None

  def name(self, item):
    return self.resolve(self.package_path, item.get("href"))

  def _readable(self, item):
    """The item or the first of its fallbacks that is a document or a picture."""
    seen = set()
    while item is not None and item.get("id") not in seen:
      seen.add(item.get("id"))
      if item.get("media-type") in (
          "application/xhtml+xml", "image/svg+xml", "image/jpeg", "image/png", "image/gif",
          "image/webp"):
        return item
      item = self._manifest.get(item.get("fallback"))
    return None

  def has_pictures(self):
    """True if the manifest has a picture."""
    return any((item.get("media-type") or "").startswith("image/")
               for item in self._manifest.values())

  def documents(self):
    """Name and root of each document of the spine; pictures have none."""
    for _, item in self.spine:
      item = self._readable(item)
      if item is None:
        raise Unjudged("the spine has an item of a kind that is not shown")
      if item.get("media-type") in ("application/xhtml+xml", "image/svg+xml"):
        if "scripted" in (item.get("properties") or "").split():
          self.findings.add("is scripted")
        name = self.name(item)
        root = parse(self.read(name), name)
        self._look_at_styles(name, root)
        yield name, root

  def _look_at_styles(self, name, root):
    for element in root.iter():
      kind = local_name(element)
      if kind == "style":
        self.findings |= css_findings(element.text or "")
      elif kind == "link" and "stylesheet" in (element.get("rel") or "") and element.get("href"):
        try:
          self.findings |= self._css(self.resolve(name, element.get("href")), set())
        except Unjudged:
          pass
      if kind and element.get("style"):
        self.findings |= css_findings(element.get("style") + ";")

  def _css(self, name, seen):
    if name in seen:
      return set()
    seen.add(name)
    css = self.read(name).decode("utf-8", errors="replace")
    findings = css_findings(re.sub(r"/\*.*?\*/", "", css, flags=re.S))
    for match in re.finditer(r"@import\s+(?:url\()?[\"']?([^\"')\s;]+)", css):
      findings |= self._css(self.resolve(name, match[1]), seen)
    return findings

  def text(self):
    text = Text(ruby=Text())
    for name, root in self.documents():
      text.read(root, name)
    return text

  def contents(self):
    """Title and target ("path#id") of each entry of the navigation document, else of the NCX."""
    for item in self._manifest.values():
      if "nav" in (item.get("properties") or "").split():
        name = self.name(item)
        for nav in parse(self.read(name), name).iter("{*}nav"):
          if "toc" in (nav.get(EPUB + "type") or "").split():
            return [(" ".join("".join(a.itertext()).split()), self.resolve(name, a.get("href")))
                    for a in nav.iter("{*}a") if a.get("href")]
    return []


def html_text(folder_or_file):
  """The text of a page of HTML, or of a folder's pages in the order of their names."""
  text, findings = Text(), set()
  for path in html_pages(folder_or_file):
    with open(path, "rb") as file:
      root = html.document_fromstring(file.read())
    for element in root.iter():
      kind = local_name(element)
      if kind == "script":
        findings.add("is scripted")
      if kind == "style":
        findings |= css_findings(element.text or "")
      if kind == "link" and "stylesheet" in (element.get("rel") or ""):
        sheet = os.path.join(os.path.dirname(path), element.get("href") or "")
        if os.path.isfile(sheet):
          with open(sheet, encoding="utf-8", errors="replace") as file:
            findings |= css_findings(re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S))
    text.read(root, os.path.basename(path))
  return text, findings


def html_pages(path):
  if os.path.isfile(path):
    return [path]
  names = sorted(n for n in os.listdir(path) if n.endswith((".html", ".htm", ".xhtml")))
  return [os.path.join(path, name) for name in names]


FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)---[ \t]*(\n|\Z)", re.S)


def markdown_text(markdown):
  """The text of a story in Markdown by cmark-gfm, as (body, notes)."""
  matter = FRONT_MATTER.match(markdown)
  title = ""
  if matter:
    markdown = markdown[matter.end():]
    fields = dict(re.findall(r"^(title|subtitle|author)\s*:\s*(.*)$", matter[1], re.M))
    if not re.match(r"\s*(#|.*\n(=+|-+)\s*$)", markdown):
      title = " ".join(fields.get(key, "").strip("'\" ") for key in ("title", "subtitle", "author"))
  # Recto's own: names of styles and of places at the end of a block, and divisions.
  markdown = re.sub(r"[ \t]*\{[.#][^{}\n]*\}[ \t]*$", "", markdown, flags=re.M)
  markdown = re.sub(r"^:::.*$", "", markdown, flags=re.M)
  result = subprocess.run(
    ["cmark-gfm", "--unsafe", "--smart", "-e", "footnotes", "-e", "table", "-e", "strikethrough",
     "-e", "autolink"], input=markdown.encode(), capture_output=True, check=True)
  body, notes = Text(), Text()
  body.add(title, None)
  if not result.stdout.strip():
    return body, notes
  root = html.document_fromstring(b"<meta charset=utf-8>" + result.stdout)
  # The reading is drawn beside the text, and is not part of it.
  for reading in root.iter("rt"):
    reading.text = None
  for image in root.iter("img"):
    parent = image.getparent()
    is_alone = len(parent) == 1 and not "".join(parent.itertext()).strip()
    caption = (image.get("title") or image.get("alt") or "") if is_alone else ""
    image.tail = caption + (image.tail or "")
  for section in root.iter("section"):
    if section.get("class") == "footnotes":
      for back in [a for a in section.iter("a") if "backref" in (a.get("class") or "")]:
        back.text = None
        for child in list(back):
          back.remove(child)
      section.getparent().remove(section)
      for number, item in enumerate(section.iter("li"), 1):
        notes.add(str(number), None)
        notes.read(item)
      break
  body.read(root)
  return body, notes


def layout_stories(folder):
  """The threads of a layout in JSON, by name, each as its text."""
  with open(os.path.join(folder, "layout.json"), encoding="utf-8") as file:
    layout = json.load(file)
  stories = {}
  for name, story in layout.get("stories", {}).items():
    if isinstance(story, str):
      with open(os.path.join(folder, story), encoding="utf-8") as file:
        markdown = file.read()
    else:
      markdown = story.get("text", "")
    stories[name] = markdown_text(markdown)
  used = set(re.findall(r'"thread"\s*:\s*"([^"]+)"', json.dumps(layout)))
  threads = {**{name: [name] for name in stories}, **layout.get("threads", {})}
  return layout, {name: [stories[s] for s in threads[name]] for name in used if name in threads}
