"""A page to draw on: the same calls make the PDF and the page pictures.

The PDF canvas writes tags; the picture canvas notes blocks and words.
"""

from contextlib import contextmanager

import cairo
import gi

gi.require_version("PangoCairo", "1.0")
from gi.repository import PangoCairo  # noqa: E402

from alto import Illustration, TextBlock, TextLine, Word  # noqa: E402


def rgb(colour):
    return tuple(int(colour[i:i + 2], 16) / 255 for i in (0, 2, 4))


class Canvas:
    def __init__(self, surface, tagged):
        self.ctx = cairo.Context(surface)
        self.tagged = tagged
        self.open_leaf = None
        self.quiet = False          # running heads and folios carry no tags
        self.blocks = []
        self.alternatives = []

    # tags: cairo 1.16 keeps content only of tags without children, so the
    # words themselves always stand in a "leaf" (Span, Link, H1, TD ...)

    def begin(self, tag):
        self.close_leaf()
        if self.tagged:
            self.ctx.tag_begin(tag, "")

    def end(self, tag):
        self.close_leaf()
        if self.tagged:
            self.ctx.tag_end(tag)

    @contextmanager
    def inside(self, tag):
        self.begin(tag)
        yield
        self.end(tag)

    def use_leaf(self, tag):
        if self.open_leaf != tag:
            self.close_leaf()
            if self.tagged:
                self.ctx.tag_begin(tag, "")
            self.open_leaf = tag

    def close_leaf(self):
        if self.open_leaf and self.tagged:
            self.ctx.tag_end(self.open_leaf)
        self.open_leaf = None

    @contextmanager
    def leaf(self, link):
        """Text of a link stands in its own Link, other text in a Span."""
        if self.quiet or not self.tagged:
            yield
        elif link:
            self.close_leaf()
            self.ctx.tag_begin(cairo.TAG_LINK, link)
            yield
            self.ctx.tag_end(cairo.TAG_LINK)
        else:
            if not self.open_leaf:
                self.use_leaf("Span")
            yield

    @contextmanager
    def untagged(self):
        self.close_leaf()
        self.quiet = True
        yield
        self.quiet = False

    def target(self, name):
        if self.tagged:
            self.close_leaf()
            self.ctx.tag_begin(cairo.TAG_DEST, f"name='{name}' x=0 y=0")
            self.ctx.tag_end(cairo.TAG_DEST)

    # what stands where

    def begin_block(self, place="PrintSpace", lang="en"):
        self.blocks.append(TextBlock(place, lang))

    def begin_line(self, baseline):
        lines = self.blocks[-1].lines
        if not lines or lines[-1].baseline != baseline:
            lines.append(TextLine(baseline))

    def note_word(self, text, box, half, mark):
        self.blocks[-1].lines[-1].words.append(Word(text, box, half, mark))

    # drawing

    def show(self, layout, x, baseline, colour):
        self.ctx.set_source_rgb(*rgb(colour))
        self.ctx.move_to(x, baseline)
        line = layout.get_line_readonly(0)
        if self.tagged:
            PangoCairo.show_layout_line(self.ctx, line)
        else:
            # Drawn as outlines: cairo sets the glyphs of pictures at whole pixels, which would move
            # the letters away from their boxes.
            PangoCairo.layout_line_path(self.ctx, line)
            self.ctx.fill()

    def box(self, x, y, width, height, colour):
        self.ctx.set_source_rgb(*rgb(colour))
        self.ctx.rectangle(x, y, width, height)
        self.ctx.fill()

    def rule(self, x, y, width, colour, weight=.6):
        self.box(x, y - weight / 2, width, weight, colour)

    def frame(self, x, y, width, height, colour, weight=.5):
        self.ctx.set_source_rgb(*rgb(colour))
        self.ctx.set_line_width(weight)
        self.ctx.rectangle(x, y, width, height)
        self.ctx.stroke()

    def shade(self, x, y, width, height, colour, top, bottom):
        gradient = cairo.LinearGradient(0, y, 0, y + height)
        gradient.add_color_stop_rgba(0, *rgb(colour), top)
        gradient.add_color_stop_rgba(1, *rgb(colour), bottom)
        self.ctx.set_source(gradient)
        self.ctx.rectangle(x, y, width, height)
        self.ctx.fill()

    def begin_figure(self, alternative):
        """What is drawn until the leaf is closed shows what `alternative` says."""
        self.begin("Figure")
        self.open_leaf = "Figure"
        self.alternatives.append(alternative)

    def picture(self, image, alternative, x, y, width, height, focus=.5):
        """Fill the box with the picture; `focus` says which part of the
        height stays when it is too tall."""
        scale = max(width / image.get_width(), height / image.get_height())
        over = image.get_height() * scale - height
        self.begin_figure(alternative)
        self.ctx.save()
        self.ctx.rectangle(x, y, width, height)
        self.ctx.clip()
        self.ctx.translate(x, y - over * focus)
        self.ctx.scale(scale, scale)
        self.ctx.set_source_surface(image, 0, 0)
        self.ctx.get_source().set_filter(cairo.FILTER_BEST)
        self.ctx.paint()
        self.ctx.restore()
        self.close_leaf()
        self.blocks.append(Illustration((x, y, width, height)))
