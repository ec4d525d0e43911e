"""Makes books of random sentences in many scripts from a seed."""

import html
import zipfile

# Common words of each language, with the marks that end a sentence. Languages without spaces have
# pieces that are joined.
VOCABULARY = {
  "ar": ("السفينة الميناء الخلايا لا إلا الأرض الآن بلا سلام كتاب مدرسة هذا التي اللغة العلماء "
         "لأن الإنسان مسؤولية قرأ مُحَمَّد الشمسُ ليلة شيء فلاح خلال البحر", " ", ".؟!،"),
  "fa": ("کتاب خانه می‌رود کتاب‌ها دریا کشتی روزها نمی‌دانم است گل پدر چهار ژاله گفت‌وگو بزرگ‌تر "
         "لاله یک خانه‌ای شده هوا این برای لایه", " ", ".؟!،"),
  "he": ("שלום ספר הים ספינה נמל בְּרֵאשִׁית ירושלים מים גדול אנחנו הולכים אל־העיר צה״ל ג׳ירפה לילה "
         "טוב ארץ כותבת את זה של כמו", " ", ".?!,"),
  "hi": ("नमस्ते किताब समुद्र जहाज़ विद्यार्थी क्षेत्र श्री ज्ञान राष्ट्र कृष्ण पर्वत हिन्दी में शक्ति बच्चे पढ़ते हैं "
         "अँधेरा दुःख स्त्री प्रकाश द्वितीय और है की", " ", "।?!,"),
  "th": ("สวัสดี หนังสือ ทะเล เรือ น้ำ ผู้ใหญ่ ที่ ไม่ กำลัง ภาษาไทย ประเทศ เด็ก เป็น ของ ฉัน ก็ และ โรงเรียน "
         "ชื่อ วันนี้ ทำงาน", "", "  ๆ "),
  "ja": ("港 の 灯台 は 船 を 見て いた 。 海 が 静かに なる 頃、 コンピューター 「はい」 と 言った 東京 から "
         "行って きょう 〜 ― …… っ ー 々 漢字 二十一世紀", "", "。！？、"),
  "zh": ("港口 的 灯塔 看着 船 大海 很 安静 时候 我们 学习 中文 “是的” 他 说 北京 来 了 一个 问题 《红楼》 —— "
         "……", "", "。！？，"),
  "ko": ("항구의 등대는 배를 보고 있었다 바다가 조용해질 때 우리는 한국어를 배운다 “네” 라고 말했다 서울에서 "
         "왔다 값 읽다 앉아", " ", ".?!,"),
  "de": ("der Hafen Donaudampfschifffahrtsgesellschaft Straßenbahnhaltestelle öffnen Übermut größer "
         "Aktienkursschwankungen fließen Schifffahrt auf finden Äpfel die Auflage Rindfleisch"
         "etikettierungsüberwachungsaufgabenübertragungsgesetz »Wort« ob es regnet", " ", ".?!,;"),
  "grc": ("ἄνδρα μοι ἔννεπε Μοῦσα πολύτροπον ὃς μάλα πολλὰ πλάγχθη ἐπεὶ Τροίης ἱερὸν πτολίεθρον ἔπερσεν "
          "τῷ ᾠδῇ ᾍδης ῥόδον ᾧ ἀνθρώπων", " ", ".;·,"),
  "en": ("the harbour office affluent waffle American particular light-house well-known can’t finding "
         "ship first flow effective naïve of a I to Tide difficult characteristically", " ", ".?!,;"),
}
NAMES = {"grc": "grc", "zh": "zh-Hans", "ja-vertical": "ja"}
RIGHT_TO_LEFT = {"ar", "fa", "he"}
LANGUAGES = ["ar", "he", "fa", "hi", "th", "ja", "ja-vertical", "zh", "ko", "de", "grc", "mixed"]
RUBY = [("灯台", "とうだい"), ("港", "みなと"), ("漢字", "かんじ"), ("東京", "とうきょう"), ("明日", "あした")]


class Author:
  """Writes in one language, with words of others in between."""

  def __init__(self, language, random):
    self._random = random
    self._stated = language
    self._language = language.removesuffix("-vertical")
    self.is_vertical = language.endswith("-vertical")

  def language(self):
    return self._random.choice(sorted(VOCABULARY)) if self._stated == "mixed" else self._language

  def words(self, fewest, most, language=None):
    vocabulary, space, _ = VOCABULARY[language or self.language()]
    pieces = vocabulary.split()
    return space.join(
      self._random.choice(pieces) for _ in range(self._random.randint(fewest, most)))

  def foreign(self):
    """Something that stands in a text of every language, and in the other direction."""
    random = self._random
    return random.choice([
      "Wi-Fi 6E", "(PDF 1.7)", "HTML", "C++", "1984", "3.14", "12:30", "50%", "+49 30 12345",
      "https://recto.invalid/a?b=1", "“New York”", "A/B", "i18n", "[sic]", "x < y",
      "٣٤٥", "۱۲۳", "१२३", "الكتاب", "ספר", "日本", "Ελλάδα", "и", "2026-07-29"])

  def sentence(self, most=14):
    random, language = self._random, self.language()
    _, space, ends = VOCABULARY[language]
    parts = [self.words(1, most, language)]
    for _ in range(random.choice([0, 0, 1, 1, 2])):
      shape = random.random()
      inner = html.escape(self.words(1, 3, language))
      if shape < 0.35:
        parts.append(html.escape(self.foreign()))
      elif shape < 0.45:
        parts.append(f"<em>{inner}</em>")
      elif shape < 0.55:
        parts.append(f"<b>{inner}</b>")
      elif shape < 0.62:
        parts.append(f'<a href="#p{random.randint(1, 9)}">{inner}</a>')
      elif shape < 0.68:
        parts.append(f"{inner}<sup>{random.randint(1, 99)}</sup>")
      elif shape < 0.74:
        other = random.choice(sorted(VOCABULARY))
        direction = "rtl" if other in RIGHT_TO_LEFT else "ltr"
        parts.append(
          f'<span lang="{NAMES.get(other, other)}" xml:lang="{NAMES.get(other, other)}" '
          f'dir="{direction}">{html.escape(self.words(1, 4, other))}</span>')
      elif shape < 0.8:
        parts.append(f"<span style='letter-spacing: 0.3em'>{inner}</span>")
      elif shape < 0.85:
        parts.append(f"<span style='font-variant: small-caps'>{inner}</span>")
      elif shape < 0.9:
        parts.append(f"<code>{html.escape(self.words(1, 1, 'en'))}()</code>")
      elif language == "ja":
        base, reading = random.choice(RUBY)
        parts.append(f"<ruby>{base}<rp>(</rp><rt>{reading}</rt><rp>)</rp></ruby>")
      parts.append(html.escape(self.words(1, 6, language)))
      if self.is_vertical and random.random() < 0.5:
        parts.append(f"<span style='text-combine-upright: all'>{random.randint(1, 99)}</span>")
    return space.join(parts) + random.choice(ends)

  def paragraph(self):
    _, space, _ = VOCABULARY[self.language()]
    return (space or "").join(self.sentence() for _ in range(self._random.randint(1, 7)))

  def block(self, number):
    random = self._random
    shape = random.random()
    if shape < 0.08:
      level = random.randint(2, 4)
      return f"<h{level} id='h{number}'>{html.escape(self.words(1, 6))}</h{level}>"
    if shape < 0.14:
      tag = random.choice(["ul", "ol"])
      items = "".join(f"<li>{self.sentence(6)}</li>" for _ in range(random.randint(1, 5)))
      return f"<{tag}>{items}</{tag}>"
    if shape < 0.18:
      return f"<blockquote><p>{self.paragraph()}</p></blockquote>"
    if shape < 0.23:
      columns = random.randint(2, 5)
      row = lambda tag: "<tr>" + "".join(
        f"<{tag}>{html.escape(self.words(1, 3))}</{tag}>" for _ in range(columns)) + "</tr>"
      body = "".join(row("td") for _ in range(random.choice([2, 3, 5, 40])))
      caption = f"<caption>{html.escape(self.words(2, 5))}</caption>" if random.random() < 0.5 else ""
      return f"<table>{caption}<thead>{row('th')}</thead><tbody>{body}</tbody></table>"
    if shape < 0.26:
      pairs = "".join(
        f"<dt>{html.escape(self.words(1, 2))}</dt><dd>{self.sentence(8)}</dd>"
        for _ in range(random.randint(1, 4)))
      return f"<dl>{pairs}</dl>"
    if shape < 0.29:
      lines = "\n".join(self.words(1, 9, "en") for _ in range(random.randint(1, 6)))
      return f"<pre>{html.escape(lines)}</pre>"
    if shape < 0.32:
      lines = "<br/>".join(self.sentence(5) for _ in range(random.randint(2, 6)))
      return f"<p>{lines}</p>"
    if shape < 0.35:
      # Longer than its first letter is high.
      letter, rest = self.words(1, 1)[:1], " ".join(self.paragraph() for _ in range(4))
      return f"<p><span style='float: inline-start; font-size: 3em'>{letter}</span>{rest}</p>"
    if shape < 0.38:
      return (f"<aside epub:type='footnote' id='n{number}'><p>{self.sentence()}</p></aside>"
              f"<p>{self.sentence()}<a epub:type='noteref' href='#n{number}'>{number}</a></p>")
    if shape < 0.41:
      return f"<div style='column-count: 2'><p>{self.paragraph()}</p></div>"
    if shape < 0.44:
      return f"<section><h2>{self.sentence(4)}</h2><p>{self.paragraph()}</p></section>"
    align = random.choice(["", "", "", " style='text-align: justify'", " style='text-align: center'",
                           " style='text-indent: 2em; text-align: justify'"])
    return f"<p id='p{number}'{align}>{self.paragraph()}</p>"

  def document(self, title, blocks):
    language = NAMES.get(self._stated, self._language)
    language = "en" if language == "mixed" else language
    direction = "rtl" if self._language in RIGHT_TO_LEFT else "ltr"
    style = "html { writing-mode: vertical-rl }" if self.is_vertical else ""
    body = "\n".join(self.block(number) for number in range(1, blocks + 1))
    return (
      '<?xml version="1.0" encoding="UTF-8"?>\n'
      '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
      f'xml:lang="{language}" dir="{direction}"><head><title>{html.escape(title)}</title>'
      f"<style>{style}</style></head><body><h1>{html.escape(title)}</h1>\n{body}</body></html>")


def make(path, language, random):
  """Writes a book in one of `LANGUAGES` to a file, and gives its path."""
  author = Author(language, random)
  stated = NAMES.get(language, language)
  stated = "en" if stated == "mixed" else stated
  titles = [author.words(1, 5) for _ in range(random.randint(2, 5))]
  direction = "rtl" if language in RIGHT_TO_LEFT or author.is_vertical else "ltr"
  manifest = "".join(
    f'<item id="c{k}" href="c{k}.xhtml" media-type="application/xhtml+xml"/>'
    for k in range(len(titles)))
  spine = "".join(f'<itemref idref="c{k}"/>' for k in range(len(titles)))
  entries = "".join(
    f'<li><a href="c{k}.xhtml">{html.escape(title)}</a></li>' for k, title in enumerate(titles))
  files = {
    "META-INF/container.xml":
      '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
      '<rootfile full-path="package.opf" media-type="application/oebps-package+xml"/></rootfiles>'
      '</container>',
    "package.opf":
      '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata '
      'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">made</dc:identifier>'
      f'<dc:title>{html.escape(titles[0])}</dc:title><dc:language>{stated}</dc:language>'
      '<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest>'
      '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
      f'{manifest}</manifest><spine page-progression-direction="{direction}">{spine}</spine>'
      '</package>',
    "nav.xhtml":
      '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head>'
      '<title>Contents</title></head><body><nav epub:type="toc"><ol>'
      f'{entries}</ol></nav></body></html>',
  }
  for k, title in enumerate(titles):
    files[f"c{k}.xhtml"] = author.document(title, random.randint(5, 30))
  with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
    for name, text in files.items():
      archive.writestr(name, text)
  return path
