"""Selects and copies the text over the pages' pictures, of turned and of vertical text too."""

import sys

from reader import browser, expect, read, window

url, name = sys.argv[1:3]

COPY = """() => {
  const data = new DataTransfer();
  const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true });
  document.dispatchEvent(event);
  return data.getData('text/plain');
}"""

with browser() as chromium:
    with window(chromium, url) as page:
        read(page, url, name, "?page=5")
        page.locator(".page[data-page='4'] .word").first.wait_for(state="attached")
        order = page.evaluate("""() => [...document.querySelectorAll(".page[data-page='4'] .word")]
          .map((word) => word.textContent.trim()).join(' ')""")
        expect("words in reading order", "Twice a day the sea rewrites the map" in order)

        # From the middle of one paragraph to the middle of the next, with the mouse.
        def corner(text, side):
            return page.evaluate("""([text, side]) => {
              const words = [...document.querySelectorAll(".page[data-page='4'] .word")];
              const texts = words.map((word) => word.textContent.trim());
              const wanted = text.split(' ');
              const at = texts.findIndex((_, place) => wanted.every((word, more) => texts[place + more] === word));
              const box = words[at + (side === 'end' ? wanted.length - 1 : 0)].getBoundingClientRect();
              return [side === 'end' ? box.right - 2 : box.left + 1, box.top + box.height / 2];
            }""", [text, side])

        page.mouse.move(*corner("turning earth carries each", "start"))
        page.mouse.down()
        page.mouse.move(*corner("through it, roughly every", "start"), steps=4)
        page.mouse.move(*corner("twelve hours and", "end"), steps=6)
        page.mouse.up()
        copied = page.evaluate(COPY)
        expect(f"lines become sentences ({copied!r})", "earth carries each coast through it, roughly every twelve hours" in copied)
        expect("no line of the page stays a line", "\n" not in copied.strip())

        page.evaluate("""() => getSelection().selectAllChildren(document.querySelector(".page[data-page='4'] .text"))""")
        whole = page.evaluate(COPY)
        expect("paragraphs are apart", whole.count("\n\n") > 10)
        expect("a word that was parted is whole", "disappear" in whole)

        # Words lie over the printed ones: the text's box is the one of the API.
        off = page.evaluate("""async ([name]) => {
          const page = document.querySelector(".page[data-page='4']");
          const base = page.getBoundingClientRect();
          const answer = await (await fetch(`/api/1/publications/${name}/pages/4/text`)).json();
          const scale = base.width / answer.size[0];
          const words = answer.blocks.flatMap((block) => block.lines).flatMap((line) => line.words);
          return Math.max(...[...page.querySelectorAll('.word')].map((element, at) => {
            const range = document.createRange();
            range.setStart(element.firstChild, 0);
            range.setEnd(element.firstChild, words[at].text.length);
            const box = range.getBoundingClientRect();
            const [x, y, w, h] = words[at].box.map((points) => points * scale);
            return Math.max(Math.abs(box.left - base.left - x), Math.abs(box.top - base.top - y),
              Math.abs(box.width - w), Math.abs(box.height - h));
          }));
        }""", [name])
        expect(f"words on their places, off by {off} at most", off < 2)

        # For a screen reader: headings are headings, pages have names.
        expect("headings", lambda: page.locator(".page[data-page='4'] .text h2, .page[data-page='4'] .text h3").count() >= 2)
        expect("names of pages", lambda: page.locator(".page[data-page='4']").get_attribute("aria-label") == "Page 3")
        expect("the language", lambda: page.locator(".page[data-page='4']").get_attribute("lang") == "en-GB")
