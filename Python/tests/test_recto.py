"""The package on the sample issue."""

import asyncio
import concurrent.futures
import dataclasses
import io
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys

import numpy
import PIL.Image
import pytest

import recto
from pdfs import pdf
from recto import _library, _page


def test_pages_are_a_sequence(issue):
    assert len(issue) == 8 and [page.index for page in issue] == list(range(8))
    assert issue[-1].index == 7
    page = issue[1]
    assert (page.width, page.height, page.label, page.rotation) == (420, 560, "i", 0)
    with pytest.raises(recto.NoSuchPage) as caught:
        issue[8]
    assert isinstance(caught.value, IndexError) and caught.value.page == 8


def test_an_image_is_shared_with_numpy_and_pillow(issue):
    image = issue[1].render(dpi=144)
    assert (image.width, image.height, image.shape) == (840, 1120, (1120, 840, 3))
    array = numpy.asarray(image)
    assert array.shape == image.shape and array.dtype == numpy.uint8
    image.data[0] ^= 255
    assert array[0, 0, 0] == image.data[0], "no copy"
    assert (numpy.asarray(image.to_pil()) == array).all()
    gray = issue[1].render(dpi=144, mode="L")
    assert gray.shape == (1120, 840) and (numpy.asarray(gray.to_pil()) == numpy.asarray(gray)).all()
    clear = numpy.asarray(issue[1].render(dpi=72, mode="RGBA"))
    assert clear[..., 3].min() == 0 and clear[..., 3].max() == 255
    swapped = numpy.asarray(issue[1].render(dpi=144, mode="BGRX"))
    again = numpy.asarray(issue[1].render(dpi=144))
    assert (swapped[..., 2::-1] == again).all()


def test_a_page_is_a_picture_in_a_notebook(issue):
    picture = PIL.Image.open(io.BytesIO(issue[1]._repr_png_()))
    assert picture.size == (600, 800)
    image = issue[1].render(fit=(60, 80))
    shown = PIL.Image.open(io.BytesIO(image._repr_png_()))
    assert (numpy.asarray(shown) == numpy.asarray(image)).all()


def test_words_have_places_with_their_ink(issue):
    page = issue[1]
    words = page.words
    assert len(words) > 20 and set(words["direction"]) == {"ltr"}
    assert page.read().words == list(words["text"])
    assert page.text.split()[:2] == list(words["text"][:2])
    image = page.render(dpi=144)
    pixels = numpy.asarray(image).min(axis=2)
    for word in words:
        x, y, width, height = (round(side) for side in image.to_pixels(word["box"]))
        assert pixels[y : y + height + 1, x : x + width + 1].min() < 160, word["text"]
    assert words["block"].max() + 1 == len(page.text_json()["blocks"])
    assert set(words["font"]) <= set(page.read().fonts)


def test_text_has_letters_lines_and_blocks(issue):
    text, pages = issue[1].read(), issue[1].text_json()["blocks"]
    lines = [line for block in pages for line in block["lines"]]
    words = [word for line in lines for word in line["words"]]

    def near(found, sides):
        return [tuple(each) for each in found] == [pytest.approx(each, abs=1e-3) for each in sides]

    assert near(text.line_boxes, [line["box"] for line in lines])
    assert near(text.baselines, [line["baseline"] for line in lines])
    assert near(text.block_boxes, [block["box"] for block in pages])
    assert text.block_roles == [block["role"] for block in pages] and "heading1" in text.block_roles
    assert text.line_blocks == [place for place, block in enumerate(pages) for _ in block["lines"]]
    assert len(text.glyph_boxes) == len(words) == len(text.languages)
    for glyphs, word in zip(text.glyph_boxes, words, strict=True):
        assert near(glyphs, word["glyphs"]), word["text"]


def test_words_have_languages():
    with recto.open(b"---\nlang: en\n---\n\nThe tide", name="a.md") as issue:
        text = issue[0].read()
        # The number of the page has none.
        assert dict(zip(text.words, text.languages, strict=True)) == {"The": "en", "tide": "en", "1": None}
    empty = pdf([
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>"])
    with recto.open(empty) as issue:
        text = issue[0].read()
        assert (text.languages, text.glyph_boxes, text.line_boxes, text.block_roles) == ([], [], [], [])


def test_a_page_has_boxes():
    source = pdf([
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 220 120] /CropBox [10 10 210 110] "
        "/TrimBox [20 20 200 100] >>"])
    with recto.open(source, name="a.pdf") as issue:
        facts = issue[0].facts
    assert (facts.width, facts.height) == (200, 100)
    assert facts.media_box == (-10, -10, 220, 120) and facts.trim_box == (10, 10, 180, 80)
    assert len(facts.bleed_box) == len(facts.art_box) == 4


def test_an_image_can_be_the_same_everywhere(issue):
    one, other = (issue[1].render(dpi=36, deterministic=True) for _ in range(2))
    assert one.data == other.data and one.shape == issue[1].render(dpi=36).shape


def test_a_search_has_a_range_and_limits(issue):
    whole = issue.search("harbour")
    some = issue.search("harbour", first_page=2, page_count=2)
    assert [hit.page for hit in some] == [hit.page for hit in whole if 2 <= hit.page < 4] != []
    assert [hit.page for hit in issue.search("harbour", first_page=4)] == [hit.page for hit in whole if hit.page >= 4]
    assert issue.search("harbou?r", regex=True, regex_limit=5, time_limit=60)
    for wrong in ({"first_page": -1}, {"page_count": 0}, {"first_page": "a"}, {"regex_limit": 0}, {"time_limit": "5"}):
        with pytest.raises(recto.BadRequest, match=f"^{[*wrong][0]} must"):
            issue.search("harbour", **wrong)


def test_what_reads_takes_a_time_limit(issue):
    page = issue[2]
    methods = (
        issue.read_info, issue.read_outline, issue.articles, issue.markdown, issue.read_attachments,
        issue.read_layers, issue.read_fonts, page.read_facts, page.read, page.markdown, page.text_json,
        page.read_links, page.read_annotations, page.read_form_fields, page.read_media, page.read_pictures)
    for method in methods:
        with pytest.raises(recto.BadRequest, match="time_limit must be"):
            method(time_limit=0)
        method(time_limit=60)


def test_an_array_of_words_has_a_limit(issue, monkeypatch):
    monkeypatch.setattr(_page, "_LARGEST_ARRAY", issue[1].words.nbytes - 1)
    with pytest.raises(recto.LimitReached, match="page 1: .* use read"):
        issue[1].words
    assert len(issue[1].read().rows()) == len(issue[1].read().words)


def test_search_leads_to_the_words(issue):
    word = next(text for text in issue[1].words["text"] if len(text) > 6 and text.isalpha())
    hits = issue.search(word, case=True, whole_words=True)
    mine = [hit for hit in hits if hit.page == 1]
    assert mine and all(hit.text == word for hit in mine)
    assert len(mine[0].quads[0][1]) == 8
    assert issue.search("xyzzyplugh") == [] and hits.failures == {}


def test_a_search_says_which_pages_it_could_not_read():
    source = pdf([
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R 9 0 R] /Count 2 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R "
        "/Resources << /Font << /F 5 0 R >> >> >>", ("", b"BT /F 12 Tf 10 50 Td (high tide) Tj ET"),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"])

    async def found():
        async with await recto.open_async(source, name="a.pdf") as issue:
            hits = await issue.search_async("tide")
        with pytest.raises(recto.Closed):
            issue.search("tide")
        return hits

    hits = asyncio.run(found())
    assert [hit.page for hit in hits] == [0] and list(hits.failures) == [1] and hits.failures[1]


def test_an_engine_is_chosen_for_a_pdf(quay):
    package = pytest.importorskip("pypdfium2_raw")
    library = os.path.join(os.path.dirname(package.__file__), "libpdfium.so")
    # A process looks for PDFium once.
    found = subprocess.run(
        [sys.executable, "-c", "import recto, sys; print(recto.open(sys.argv[1], engine='pdfium').info.backend)", quay],
        env=os.environ | {"RECTO_PDFIUM": library}, capture_output=True, text=True)
    assert (found.stdout, found.stderr) == ("pdfium\n", "")


def test_facts_outline_links_articles(issue):
    info = issue.info
    assert info.format.startswith("PDF") and "Quay" in (info.title or "")
    assert info.backend == os.environ.get("RECTO_TEST_PDF", "pdf")
    assert issue.outline[0].depth == 0 and any(entry.page is not None for entry in issue.outline)
    links = [link for page in issue for link in page.links]
    assert links and all(link.quads and link.kind for link in links)
    article = issue.articles()[0]
    assert article.title and article.markdown.startswith("---") and article.pages


def test_articles_have_blocks_with_places(issue):
    articles = issue.articles()
    for article in articles:
        assert article.blocks and {block.page for block in article.blocks} <= set(article.pages)
    heading = next(block for block in articles[0].blocks if block.kind == "heading")
    page = issue[heading.page]
    assert heading.level == 1 and heading.text.split()[0] in page.read().words
    assert heading.box in [pytest.approx(box, abs=1e-3) for box in page.read().block_boxes]
    copied = pickle.loads(pickle.dumps(articles[1]))
    assert copied == articles[1] and copied.blocks == articles[1].blocks
    assert dataclasses.asdict(articles[0]).keys() == {"title", "language", "markdown", "pages", "word_count"}


def test_rows_of_tables_have_cells():
    with recto.open(b"# Tides\n\n| Town | Height |\n|---|---|\n| Carrow | 4 m |\n", name="a.md") as issue:
        rows = [block for article in issue.articles() for block in article.blocks if block.cells]
    assert [[(cell.column, cell.text) for cell in row.cells] for row in rows] == [
        [(0, "Town"), (1, "Height")], [(0, "Carrow"), (1, "4 m")]]
    assert all(len(cell.box) == 4 for row in rows for cell in row.cells)


def test_pages_in_order_with_progress(issue):
    seen = []
    images = list(issue.render_pages(dpi=36, progress=lambda done, of: seen.append((done, of))))
    assert seen == [(n, 8) for n in range(1, 9)]
    for page, image in zip(issue, images, strict=True):
        assert image.data == page.render(dpi=36).data


def test_words_of_pages_in_order(issue):
    seen = []
    texts = list(issue.read_pages(progress=lambda done, of: seen.append((done, of))))
    assert seen == [(n, 8) for n in range(1, 9)]
    for page, text in zip(issue, texts, strict=True):
        assert (text.words, text.boxes) == (page.read().words, page.read().boxes)
    assert [text.plain for text in issue.read_pages([2, 0])] == [issue[2].text, issue[0].text]
    results = list(issue.read_pages([1, 99], errors="return"))
    assert results[0].words and isinstance(results[1], recto.NoSuchPage) and results[1].page == 99
    with pytest.raises(recto.NoSuchPage):
        list(issue.read_pages([99]))
    with pytest.raises(recto.BadRequest):
        issue.read_pages(errors="ignore")


def test_a_page_that_fails_can_be_a_result(issue):
    results = list(issue.render_pages([0, 1], dpi=1e6, errors="return"))
    assert [type(result) for result in results] == [recto.LimitReached] * 2
    assert [result.page for result in results] == [0, 1]
    with pytest.raises(recto.LimitReached):
        next(issue.render_pages([0], dpi=1e6))


def test_a_callback_that_raises_ends_the_loop(issue):
    def fail(done, of):
        raise KeyError("mine")

    with pytest.raises(KeyError):
        list(issue.render_pages(progress=fail))
    assert issue[0].render(dpi=36).width == 210


def test_an_event_loop_is_not_held_up(quay):
    async def main():
        issue = await recto.open_async(quay)
        images = await asyncio.gather(*(page.render_async(dpi=72) for page in issue))
        hits = await issue.search_async("the")
        task = asyncio.create_task(issue[0].render_async(dpi=900))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return [image.width for image in images], len(hits), (await issue[1].read_async()).words

    widths, hits, words = asyncio.run(main())
    assert widths == [420] * 8 and hits > 0 and words


def test_an_opening_can_be_awaited_or_entered(quay):
    async def main():
        async with recto.open_async(quay) as issue:
            assert len(issue) == 8
        with pytest.raises(recto.Closed):
            issue.search("the")
        async with recto.Engine().open_async(quay, time_limit=9) as issue:
            assert len(issue) == 8
        issues = await asyncio.gather(recto.open_async(quay), asyncio.create_task(recto.open_async(quay)))
        with pytest.raises(recto.SourceNotFound):
            async with recto.open_async("none.pdf"):
                pass
        with pytest.raises(TypeError):
            await recto.open_async(quay, colour="red")
        return [len(issue) for issue in issues]

    assert asyncio.run(main()) == [8, 8]
    assert len(asyncio.run(recto.open_async(quay))) == 8


def test_what_waits_has_a_version_for_event_loops(issue):
    page = issue[1]

    async def main():
        return (
            await issue.read_info_async(), await issue.read_outline_async(), await issue.articles_async(),
            await issue.markdown_async(), await issue.read_attachments_async(), await issue.read_layers_async(),
            await issue.read_fonts_async(), await page.read_facts_async(), await page.markdown_async(),
            await page.text_json_async(), await page.read_links_async(), await page.read_annotations_async(),
            await page.read_form_fields_async(), await page.read_media_async(), await page.read_pictures_async())

    assert asyncio.run(main()) == (
        issue.info, issue.outline, issue.articles(), issue.markdown(), issue.attachments, issue.layers,
        issue.fonts, page.facts, page.markdown(), page.text_json(), page.links, page.annotations,
        page.form_fields, page.media, page.pictures)


def test_pages_come_in_order_in_an_event_loop(issue):
    async def main():
        seen = []
        images = [
            image async for image in issue.render_pages_async(
                dpi=36, progress=lambda done, of: seen.append((done, of)))]
        texts = [text async for text in issue.read_pages_async([2, 0])]
        results = [result async for result in issue.render_pages_async([1, 99], dpi=10, errors="return")]
        with pytest.raises(recto.NoSuchPage):
            [image async for image in issue.render_pages_async([99])]
        with pytest.raises(recto.BadRequest):
            issue.read_pages_async(errors="ignore")
        return seen, images, texts, results

    seen, images, texts, results = asyncio.run(main())
    assert seen == [(n, 8) for n in range(1, 9)]
    assert [image.data for image in images] == [image.data for image in issue.render_pages(dpi=36)]
    assert [text.plain for text in texts] == [issue[2].text, issue[0].text]
    assert results[0].width == issue[1].render(dpi=10).width
    assert isinstance(results[1], recto.NoSuchPage) and results[1].page == 99


def test_a_cancelled_loop_over_pages_ends_its_requests(issue, monkeypatch):
    freed, begun = [], []
    begin, end = _library.Request.__init__, _library.Request.__del__
    monkeypatch.setattr(
        _library.Request, "__init__", lambda self, *words, **more: begun.append(0) or begin(self, *words, **more))
    monkeypatch.setattr(_library.Request, "__del__", lambda self: freed.append(0) or end(self))

    async def main():
        async def draw():
            async for _ in issue.render_pages_async(dpi=600):
                pass

        task = asyncio.create_task(draw())
        while not begun:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert len(begun) > 2 and len(freed) == len(begun)


def test_threads_share_an_issue(issue):
    expected = [page.render(dpi=72).data for page in issue]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            assert [image.data for image in pool.map(lambda p: p.render(dpi=72), issue)] == expected


def render_elsewhere(path):
    with recto.open(path) as issue:
        return bytes(issue[1].render(dpi=36).data)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_open_issues_of_their_own(quay, method):
    expected = render_elsewhere(quay)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(render_elsewhere, [quay] * 4) == [expected] * 4


def test_a_fork_cannot_use_what_it_inherits(issue):
    child = os.fork()
    if child == 0:
        try:
            issue[0].render(dpi=36)
        except recto.Closed:
            os._exit(7)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert issue[0].render(dpi=36).width == 210


def test_a_fork_while_another_thread_opens_the_first_issue(quay):
    # The pauses choose when to fork; the result must be the same whenever that is.
    code = (
        "import os, recto, sys, threading, time\n"
        "def work():\n  with recto.open(sys.argv[1]) as issue: issue[0].render(dpi=36)\n"
        "threading.Thread(target=work, daemon=True).start()\n"
        "time.sleep(float(sys.argv[2]))\nchild = os.fork()\n"
        "if child == 0:\n  work()\n  os._exit(0)\n"
        "os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n")
    for pause in range(0, 200, 40):
        assert run(code, quay, str(pause / 1000)).returncode == 0


def test_sources_of_every_kind(quay, tmp_path):
    data = open(quay, "rb").read()
    assert len(recto.open(data)) == 8
    with open(quay, "rb") as file:
        issue = recto.open(file)
    assert len(issue) == 8 and issue[0].render(dpi=36).width == 210
    assert recto.open(b"# A story\n\nwith words", name="a.md")[0].text.startswith("A story")
    read, write = os.pipe()
    with pytest.raises(recto.Unreadable):
        recto.open(read)
    os.close(read), os.close(write)


@pytest.mark.parametrize("options", [
    {"dpi": float("nan")}, {"dpi": -1}, {"dpi": 0}, {"dpi": float("inf")}, {"fit": (0, 5)},
    {"dpi": 72, "fit": (5, 5)}, {"region": (0, 0, float("nan"), 1)}, {"region": (0, 0, 0, 0)},
    {"rotation": 45}, {"mode": "CMYK"}, {"background": "mauve"}, {"background": 7},
    {"time_limit": -1}, {"time_limit": float("nan")}, {"priority": "now"}, {"rotation": "left"},
])
def test_images_that_cannot_be(issue, options):
    with pytest.raises(recto.BadRequest) as caught:
        issue[0].render(**options)
    assert str(caught.value) and "\n" not in str(caught.value)


def test_wrong_sources(tmp_path):
    with pytest.raises(FileNotFoundError):
        recto.open(tmp_path / "none.pdf")
    with pytest.raises(recto.Unsupported):
        recto.open(b"\0\1\2", name="x.bin")
    with pytest.raises(recto.BadRequest):
        recto.open("a\0b")
    with pytest.raises(recto.BadRequest):
        recto.open(b"", password=7)
    with pytest.raises(recto.Damaged):
        recto.open(b"")


def test_what_is_closed_says_so(quay):
    issue = recto.open(quay)
    page = issue[0]
    issue.close()
    issue.close()
    with pytest.raises(recto.Closed):
        page.render()
    with pytest.raises(recto.Closed):
        issue.search("the")


def test_closing_in_the_middle_of_a_render(quay):
    issue = recto.open(quay)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(issue[0].render, dpi=600)
        issue.close()
        try:
            assert waiting.result().width == 3500
        except recto.Closed:
            pass


def test_exceptions_travel_between_processes():
    error = pickle.loads(pickle.dumps(recto.LimitReached("too much", 3)))
    assert type(error) is recto.LimitReached and error.page == 3 and str(error) == "page 3: too much"


# The time that a program may take before it counts as stuck, as in the tests in Swift.
PATIENCE = 300 * float(os.environ.get("RECTO_TEST_PATIENCE") or 1)


def run(code, *words, **more):
    return subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=PATIENCE, **more)


def test_an_interpreter_ends_in_the_middle_of_a_render(quay):
    code = (
        "import recto, sys, threading\nissue = recto.open(sys.argv[1])\n"
        "threading.Thread(target=lambda: issue[0].render(dpi=900), daemon=True).start()\n")
    done = run(code, quay)
    assert (done.returncode, done.stderr) == (0, "")


def test_control_c_ends_a_wait(quay):
    # An interrupt that meets a finalizer is lost, as everywhere in Python, so that it comes again until one
    # ended the wait. On a busy machine one can come outside the wait as well.
    code = """
import os, recto, signal, sys, threading

issue = recto.open(sys.argv[1])
waiting, ended = threading.Event(), threading.Event()

def interrupt():
    waiting.wait()
    while not ended.wait(0.5):
        os.kill(os.getpid(), signal.SIGINT)

def wait():
    try:
        waiting.set()
        while True:
            list(issue.render_pages(dpi=600))
    except KeyboardInterrupt:
        ended.set()

thread = threading.Thread(target=interrupt)
thread.start()
while not ended.is_set() or thread.is_alive():
    try:
        wait() if not ended.is_set() else thread.join()
    except KeyboardInterrupt:
        pass
print("interrupted")
"""
    done = run(code, quay)
    assert done.stdout == "interrupted\n", done.stderr


def test_the_host_stays_as_it_is(quay):
    # Signals 32 and 33 are the C library's own, for threads.
    code = (
        "import ctypes, locale, os, recto, sys\n"
        "def variable(n): return ctypes.CDLL(None).getenv(n)\n"
        "def state(): return (variable(b'VIPSHOME'), variable(b'HOME'), os.getcwd(),"
        " locale.setlocale(locale.LC_ALL), [int(l[8:], 16) & ~(3 << 31)"
        " for l in open('/proc/self/status') if l[:6] in ('SigBlk', 'SigIgn', 'SigCgt')])\n"
        "before = state()\nissue = recto.open(sys.argv[1])\nissue[0].render()\n"
        "try: recto.open(b'?', name='x.bin')\nexcept recto.Unsupported: pass\n"
        "assert state() == before\n")
    done = run(code, quay)
    assert done.returncode == 0, done.stderr


def test_a_library_of_another_version_is_reported(tmp_path):
    done = run("import recto; recto.open(b'')", env=os.environ | {"RECTO_LIBRECTO": "libc.so.6"})
    assert "NotInstalled" in done.stderr and "During handling" not in done.stderr


@pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is not installed")
@pytest.mark.parametrize("version", ["0.0.9", "0.2.0"])
def test_an_older_or_newer_library_is_reported(tmp_path, version):
    source, other = tmp_path / "other.c", tmp_path / "librecto.so.0"
    source.write_text(f'const char *recto_version(void) {{ return "{version}"; }}\n')
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", other, source], check=True)
    done = run("import recto; recto.open(b'')", env=os.environ | {"RECTO_LIBRECTO": str(other)})
    assert f"NotInstalled: librecto is of version {version}" in done.stderr


@pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is not installed")
def test_a_library_without_a_function_is_reported(tmp_path):
    source, other = tmp_path / "other.c", tmp_path / "librecto.so.0"
    source.write_text(f'const char *recto_version(void) {{ return "{recto.__version__}"; }}\n')
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", other, source], check=True)
    done = run("import recto; recto.open(b'')", env=os.environ | {"RECTO_LIBRECTO": str(other)})
    assert "NotInstalled: librecto lacks a function" in done.stderr and "During handling" not in done.stderr


def test_importing_loads_neither_the_library_nor_numpy():
    code = (
        "import sys, recto\n"
        "assert not {'numpy', 'asyncio', 'PIL'} & set(sys.modules)\n"
        "assert 'librecto' not in open('/proc/self/maps').read()\n")
    done = run(code)
    assert done.returncode == 0, done.stderr

STORY = ("A harbor wall keeps the tide from the houses of the town. " * 60).encode()


def test_the_type_of_a_story_is_the_readers():
    plain = recto.open(STORY, name="story.md")
    wide = recto.open(STORY, name="story.md", line_spacing=2, word_spacing=0.4)
    assert len(wide) > len(plain)
    sans = recto.open(STORY, name="story.md", typeface="sans", publisher_styles=True)
    assert {font for font in sans[0].words["font"]} != {font for font in plain[0].words["font"]}
    dark = recto.open(STORY, name="story.md", text_color="#ffeecc", paper_color="#112233")
    assert tuple(numpy.asarray(dark[0].render(dpi=72))[0, 0]) == (0x11, 0x22, 0x33)


@pytest.mark.parametrize("options", [
    {"typeface": "comic"}, {"line_spacing": 9}, {"text_color": "mauve"}, {"justify": "twice"}])
def test_a_type_that_cannot_be_is_refused(options):
    with pytest.raises(recto.BadRequest):
        recto.open(STORY, name="story.md", **options)
