"""The documents of the issue as an EPUB, one function each."""

from html import escape

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"
      lang="en-GB" xml:lang="en-GB">
<head><title>{title}</title>{viewport}
<link rel="stylesheet" type="text/css" href="../styles/{style}.css"/></head>
"""
VIEWPORT = '<meta name="viewport" content="width=540, height=720"/>'


def page_break(number):
    return (f'<span epub:type="pagebreak" role="doc-pagebreak" id="page-{number}"'
            f' aria-label="{number}"></span>')


def article(story, kicker, page, picture=None, boxes=(), aside=None):
    head = HEAD.format(title=escape(story.title), viewport="", style="issue")
    figure = picture and figure_of(picture) or ""
    body = story.body
    if aside:
        # Beside the second section, which has the room.
        parts = body.split("<h2", 2)
        parts[-1] = parts[-1].replace("</h2>", "</h2>" + figure_of(aside, "aside"), 1)
        body = "<h2".join(parts)
    boxed = "".join(
        f'<aside class="box" id="{box.name}">{box.body}</aside>' for box in boxes)
    return (f'{head}<body epub:type="bodymatter"><section epub:type="chapter">{page_break(page)}'
            f'<p class="kicker">{kicker}</p>\n{figure}{body}\n{boxed}</section></body></html>\n')


def figure_of(picture, kind=""):
    source, text = picture
    named = f' class="{kind}"' if kind else ""
    caption = "" if kind else f"<figcaption>{escape(text)}</figcaption>"
    return (f'<figure{named}><img src="../pictures/{source}.png" alt="{escape(text)}"/>'
            f"{caption}</figure>")


def cover(title, teaser):
    head = HEAD.format(title="Cover", viewport=VIEWPORT, style="fixed")
    return f"""{head}<body epub:type="cover">
<img class="full" src="../pictures/harbour.png" alt="Quay Harbour at dusk"/>
<p class="cover-head">Harbours, boats and tides</p>
<h1 class="masthead">{title}</h1>
<h2 class="cover-title">{escape(teaser)}</h2>
<p class="cover-line">The whole town looks after it</p>
{page_break("Cover")}</body></html>
"""


def signs(arabic, japanese):
    head = HEAD.format(title="Two signs", viewport=VIEWPORT, style="fixed")
    return f"""{head}<body><div class="sea"></div><div class="signal"></div>
<p class="signs-head">Two signs</p>
<div lang="ar" xml:lang="ar" dir="rtl">{arabic.body}</div>
<div class="landing" lang="ja" xml:lang="ja">{japanese.body}</div>
<p class="signs-caption">On a breakwater of the Gulf, and at a ferry landing on the Inland Sea</p>
</body></html>
"""


def navigation(entries, pages):
    def item(entry):
        label, target, below = entry
        nested = f"<ol>{''.join(map(item, below))}</ol>" if below else ""
        return f'<li><a href="{target}">{escape(label, quote=False)}</a>{nested}</li>\n'
    page_items = "".join(f'<li><a href="{target}">{label}</a></li>' for label, target in pages)
    head = HEAD.format(title="In this issue", viewport="", style="issue")
    return f"""{head}<body epub:type="frontmatter">
<nav epub:type="toc" role="doc-toc" id="toc"><h1>In this issue</h1><ol>
{''.join(map(item, entries))}</ol></nav>
<nav epub:type="page-list" role="doc-pagelist" hidden="hidden"><h2>Pages of the printed issue</h2>
<ol>{page_items}</ol></nav>
<nav epub:type="landmarks" hidden="hidden"><h2>Landmarks</h2><ol>
<li><a epub:type="cover" href="cover.xhtml">Cover</a></li>
<li><a epub:type="toc" href="nav.xhtml#toc">In this issue</a></li>
<li><a epub:type="bodymatter" href="desk.xhtml">Begin reading</a></li></ol></nav>
</body></html>
"""


def ncx(identifier, title, entries, pages):
    numbers = iter(range(1, 1000))

    def point(entry):
        label, target, below = entry
        number = next(numbers)
        return (f'<navPoint id="point-{number}" playOrder="{number}"><navLabel><text>'
                f"{escape(label, quote=False)}</text></navLabel>"
                f'<content src="text/{target}"/>{"".join(map(point, below))}</navPoint>\n')
    points = "".join(map(point, entries))
    targets = "".join(
        f'<pageTarget id="target-{label}" type="{"normal" if label.isdigit() else "special"}"'
        f'{" value=" + chr(34) + label + chr(34) if label.isdigit() else ""}'
        f' playOrder="{next(numbers)}"><navLabel><text>{label}</text></navLabel>'
        f'<content src="text/{target}"/></pageTarget>' for label, target in pages)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en-GB">
<head><meta name="dtb:uid" content="{identifier}"/><meta name="dtb:depth" content="2"/>
<meta name="dtb:totalPageCount" content="0"/><meta name="dtb:maxPageNumber" content="8"/></head>
<docTitle><text>{title}</text></docTitle>
<navMap>{points}</navMap><pageList><navLabel><text>Pages</text></navLabel>{targets}</pageList></ncx>
"""
