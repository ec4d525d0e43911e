"""Makes one book that has the structures of EPUB: each kind of document, entry, and element."""

import html
import struct
import zipfile
import zlib

import books

# Elements of a chapter; `{0}` and `{1}` are words. Those whose text only a browser can tell (such as
# `details` and `object`) are left out, since the invariants compare letters with those of the source.
BLOCKS = (
  "<h2 id='h{n}'>{0}</h2>",
  "<p id='p{n}'>{0} <em>{1}</em>, <strong>{0}</strong>, <i>{1}</i> and <b>{0}</b>.</p>",
  "<p><span epub:type='pagebreak' role='doc-pagebreak' id='page{n}' aria-label='{n}'/>{0} {1}.</p>",
  "<p>{0}<a epub:type='noteref' role='doc-noteref' href='#note{n}'>{n}</a> {1}.</p>"
  "<aside epub:type='footnote' role='doc-footnote' id='note{n}'><p>{1} {0}.</p></aside>",
  "<figure><img src='picture.png' alt=''/><figcaption>{0} {1}</figcaption></figure>",
  "<figure><table><caption>{0}</caption><thead><tr><th scope='col'>{0}</th><th scope='col'>{1}</th></tr></thead>"
  "<tbody><tr><td rowspan='2'>{1}</td><td>{0}</td></tr><tr><td>{1} {0}</td></tr></tbody>"
  "<tfoot><tr><td colspan='2'>{0} {1}</td></tr></tfoot></table></figure>",
  "<ol start='4'><li>{0}<ul><li>{1}</li><li>{0} {1}</li></ul></li><li>{1}</li></ol>",
  "<dl><dt>{0}</dt><dd>{1}</dd><dd>{0} {1}</dd></dl>",
  "<blockquote cite='c0.xhtml'><p>{0} {1}</p><footer>{1}</footer></blockquote>",
  "<pre><code>{0}\n  {1}\n</code></pre>",
  "<section epub:type='sidebar'><h3>{1}</h3><p>{0} {1}.</p></section>",
  "<p xml:lang='de' lang='de'>{0} <span xml:lang='fr' lang='fr'>{1}</span> <bdo dir='ltr'>{0}</bdo>.</p>",
  "<p dir='rtl' xml:lang='he' lang='he'>שלום עולם <bdi>{0}</bdi> ספר.</p>",
  "<p><ruby>灯台<rp>(</rp><rt>とうだい</rt><rp>)</rp></ruby> {0} H<sub>2</sub>O, m<sup>2</sup>.</p>",
  "<p>{0} <math xmlns='http://www.w3.org/1998/Math/MathML'><mfrac><mi>a</mi><mn>2</mn></mfrac></math> {1}.</p>",
  "<p>{0} <q>{1}</q> <cite>{0}</cite> <dfn>{1}</dfn> <abbr title='x'>{0}</abbr> <kbd>{1}</kbd> <mark>{0}</mark> "
  "<del>{1}</del> <ins>{0}</ins> <small>{1}</small> <time datetime='2026-11-29'>{0}</time> <var>{1}</var>.</p>",
  "<div role='doc-epigraph' epub:type='epigraph'><p>{0}<br/>{1}</p></div><hr/>",
  "<p style='page-break-before: always'>{0} {1}.</p>",
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 300 40' width='300' height='40'>"
  "<text x='5' y='28' font-size='20'>{0}</text></svg>",
  "<nav><ol><li><a href='c0.xhtml#h1'>{0}</a></li><li><a href='drawing.svg'>{1}</a></li></ol></nav>",
  "<p hidden='hidden'>{0}</p><p>Soft\u00adhyphen\u00adated, no\u00a0break, zero\u200bwidth: {1}.</p>",
  "<address>{0}<br/>{1}</address><aside><p>{0}</p></aside><header><p>{1}</p></header><footer><p>{0}</p></footer>",
)
CHAPTERS = 3


def make(path, random):
  """Writes the book to a file, with other words for each `random`, and gives its path."""
  author = books.Author("en", random)
  chapters = []
  for chapter in range(CHAPTERS):
    blocks = [
      block.format(html.escape(author.words(2, 6)), html.escape(author.words(1, 4)), n=chapter * len(BLOCKS) + number)
      for number, block in enumerate(random.sample(BLOCKS, len(BLOCKS)), 1)]
    title = html.escape(author.words(2, 4))
    chapters.append((title, document(title, f"<h1 id='top'>{title}</h1>" + "\n".join(blocks))))
  with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
    for name, content in parts(author, chapters).items():
      archive.writestr(name, content)
  return path


def document(title, body, head=""):
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" '
    'xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en">'
    f"<head><title>{title}</title>{head}</head><body>{body}</body></html>")


def parts(author, chapters):
  """The files of the book by name."""
  words = [html.escape(author.words(1, 3)) for _ in range(8)]
  names = [f"c{k}.xhtml" for k in range(len(chapters))]
  items = {
    "nav": ("nav.xhtml", "application/xhtml+xml", 'properties="nav"'),
    "ncx": ("toc.ncx", "application/x-dtbncx+xml", ""),
    "cover": ("cover.xhtml", "application/xhtml+xml", ""),
    "image": ("picture.png", "image/png", 'properties="cover-image"'),
    "drawing": ("drawing.svg", "image/svg+xml", ""),
    "data": ("data.json", "application/json", 'fallback="instead"'),
    "instead": ("instead.xhtml", "application/xhtml+xml", ""),
    "fixed": ("fixed.xhtml", "application/xhtml+xml", ""),
    "beside": ("beside.xhtml", "application/xhtml+xml", ""),
    "spoken": ("spoken.smil", "application/smil+xml", ""),
    "sound": ("sound.mp3", "audio/mpeg", ""),
    **{f"c{k}": (name, "application/xhtml+xml", 'media-overlay="spoken"' if k == 0 else "")
       for k, name in enumerate(names)},
  }
  spine = [
    ("cover", ""), ("nav", ""), *((f"c{k}", "") for k in range(len(chapters))), ("drawing", ""), ("data", ""),
    ("fixed", 'properties="rendition:layout-pre-paginated"'), ("beside", 'linear="no"')]
  manifest = "".join(
    f'<item id="{name}" href="{href}" media-type="{media}" {more}/>' for name, (href, media, more) in items.items())
  itemrefs = "".join(f'<itemref idref="{name}" {more}/>' for name, more in spine)
  entries = "".join(
    f'<li><a href="{name}#top">{title}</a></li>' for name, (title, _) in zip(names, chapters))
  points = "".join(
    f'<navPoint id="n{k}" playOrder="{k + 1}"><navLabel><text>{title}</text></navLabel><content src="{name}#top"/></navPoint>'
    for k, (name, (title, _)) in enumerate(zip(names, chapters)))
  return {
    "META-INF/container.xml":
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
      '<rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    "book/package.opf":
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en" '
      'prefix="rendition: http://www.idpf.org/vocab/rendition/#"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
      f'<dc:identifier id="id">structures</dc:identifier><dc:title id="t">{words[0]}</dc:title>'
      f'<meta refines="#t" property="title-type">main</meta><dc:creator>{words[1]}</dc:creator><dc:language>en</dc:language>'
      '<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta><meta property="media:duration">0:00:01</meta>'
      f'<meta name="cover" content="image"/></metadata><manifest>{manifest}</manifest>'
      f'<spine toc="ncx" page-progression-direction="ltr">{itemrefs}</spine>'
      '<guide><reference type="cover" title="Cover" href="cover.xhtml"/></guide></package>',
    "book/nav.xhtml": document(
      words[2], f'<nav epub:type="toc" id="toc"><h1>{words[2]}</h1><ol>{entries}</ol></nav>'
      f'<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c0.xhtml">{words[3]}</a></li></ol></nav>'),
    "book/toc.ncx":
      '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/><docTitle>'
      f"<text>{words[0]}</text></docTitle><navMap>{points}</navMap></ncx>",
    "book/cover.xhtml": document(words[4], "<section epub:type='cover'><img src='picture.png' alt=''/></section>"),
    "book/drawing.svg":
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" xml:lang="en"><title>Drawing</title>'
      f'<rect width="400" height="300" fill="#eef"/><text x="20" y="60" font-size="24">{words[5]}</text></svg>',
    "book/data.json": "{}",
    "book/instead.xhtml": document(words[6], f"<p>{words[6]}</p>"),
    "book/fixed.xhtml": document(
      words[7], f"<p style='position: absolute; left: 40px; top: 40px; font-size: 20px'>{words[7]}</p>",
      '<meta name="viewport" content="width=400, height=600"/>'),
    "book/beside.xhtml": document(words[3], f"<p>{words[3]}</p>"),
    "book/spoken.smil":
      '<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><par><text src="c0.xhtml#top"/>'
      '<audio src="sound.mp3" clipBegin="0s" clipEnd="1s"/></par></body></smil>',
    "book/sound.mp3": silence(),
    "book/picture.png": picture(120, 90),
    **{f"book/{name}": content for name, (_, content) in zip(names, chapters)},
  }


def silence():
  """A second of MPEG-1 layer III without a signal: frames of 128 kbit/s at 44.1 kHz whose side information is zero."""
  return (b"\xff\xfb\x90\xc0" + bytes(413)) * 38


def picture(width, height):
  """A PNG of one color in 8 bits."""
  def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

  rows = (b"\0" + b"\x30\x60\x90" * width) * height
  return (
    b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
