"""Draw the pictures of the Quay issue as PNG files.

Usage: make_pictures.py FOLDER

Everything is drawn by rule from fixed seeds, so that each run gives the
same pictures.
"""

import math
import random
import sys
from pathlib import Path

import cairo

INK = "14242e"
SEA = "0f5c6e"
SIGNAL = "c8452d"
SAND = "f3ecdf"


def rgb(colour, alpha=1.0):
    r, g, b = (int(colour[i:i + 2], 16) / 255 for i in (0, 2, 4))
    return r, g, b, alpha


def canvas(width, height):
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height)
    return surface, cairo.Context(surface)


def fill(ctx, colour, alpha=1.0):
    ctx.set_source_rgba(*rgb(colour, alpha))
    ctx.fill()


def polygon(ctx, points):
    ctx.move_to(*points[0])
    for point in points[1:]:
        ctx.line_to(*point)
    ctx.close_path()


def vertical(top, bottom, stops):
    gradient = cairo.LinearGradient(0, top, 0, bottom)
    for offset, colour, *alpha in stops:
        gradient.add_color_stop_rgba(offset, *rgb(colour, *alpha))
    return gradient


def glow(x, y, radius, colour, strength):
    gradient = cairo.RadialGradient(x, y, 0, x, y, radius)
    gradient.add_color_stop_rgba(0, *rgb(colour, strength))
    gradient.add_color_stop_rgba(0.35, *rgb(colour, strength * 0.4))
    gradient.add_color_stop_rgba(1, *rgb(colour, 0))
    return gradient


def noise(width, height, seed, contrast=1.0):
    """A mask of random greys; contrast above 1 leaves more of it empty."""
    stride = cairo.ImageSurface.format_stride_for_width(cairo.FORMAT_A8, width)
    table = bytes(int(255 * (i / 255) ** contrast) for i in range(256))
    data = bytearray(random.Random(seed).randbytes(stride * height).translate(table))
    return cairo.ImageSurface.create_for_data(data, cairo.FORMAT_A8, width, height, stride)


def stretched(source, width, height):
    """Scale a mask up by doubling: each step rounds off its corners."""
    while True:
        old = source.get_width(), source.get_height()
        if old == (width, height):
            return source
        new = min(width, old[0] * 2), min(height, old[1] * 2)
        layer = cairo.ImageSurface(cairo.FORMAT_A8, *new)
        ctx = cairo.Context(layer)
        ctx.scale(new[0] / old[0], new[1] / old[1])
        ctx.set_source_surface(source)
        ctx.get_source().set_filter(cairo.FILTER_BILINEAR)
        ctx.get_source().set_extend(cairo.EXTEND_PAD)
        ctx.paint()
        source = layer


def haze(ctx, box, cells, colour, alpha, seed, contrast=3.0):
    """Soft cloud: a small noise picture stretched over the box, its edges faded."""
    x, y, width, height = (int(v) for v in box)
    layer = stretched(noise(*cells, seed, contrast), width, height)
    fade = cairo.Context(layer)
    fade.set_operator(cairo.OPERATOR_DEST_IN)
    fade.set_source(vertical(0, height, [(0, "000000", 0), (.3, "000000"), (.7, "000000"), (1, "000000", 0)]))
    fade.paint_with_alpha(alpha)
    ctx.set_source_rgba(*rgb(colour))
    ctx.mask_surface(layer, x, y)


def grain(ctx, width, height, seed, strength):
    for colour, offset in (("ffffff", 0), ("000000", 1)):
        ctx.set_source_rgba(*rgb(colour, strength))
        ctx.mask_surface(noise(width, height, seed + offset, 2.0), 0, 0)


# --- the harbour at dusk ---------------------------------------------------

def hills(ctx, width, horizon, height, seed, colour):
    draw = random.Random(seed)
    waves = [(draw.uniform(1.5, 7), draw.uniform(0, 6.3), draw.uniform(.3, 1)) for _ in range(6)]
    ctx.move_to(0, horizon)
    for x in range(0, width + 8, 8):
        t = x / width
        level = sum(a * math.sin(f * t * 3 + p) for f, p, a in waves) / 6
        ctx.line_to(x, horizon - height * (0.55 + 0.45 * level))
    ctx.line_to(width, horizon)
    ctx.close_path()
    fill(ctx, colour)


def town(ctx, left, right, horizon, seed):
    """Low houses on the far quay; returns their lit windows."""
    draw = random.Random(seed)
    lamps = []
    x = left
    while x < right:
        wide, high = draw.uniform(26, 58), draw.uniform(22, 58)
        roof = high + wide * 0.2
        polygon(ctx, [(x, horizon), (x, horizon - high), (x + wide / 2, horizon - roof),
                      (x + wide, horizon - high), (x + wide, horizon)])
        fill(ctx, draw.choice(["1c2b3b", "182534", "213144"]))
        for _ in range(draw.randint(0, 3)):
            lamps.append((x + draw.uniform(5, wide - 9), horizon - draw.uniform(18, high)))
        x += wide + draw.uniform(-4, 8)
    ctx.rectangle(left, horizon - 7, x - left, 12)
    fill(ctx, "101b27")
    for lamp_x, lamp_y in lamps:
        ctx.rectangle(lamp_x, lamp_y, 4.5, 6.5)
        fill(ctx, "ffd791", 0.95)
        ctx.set_source(glow(lamp_x + 2, lamp_y + 3, 26, "ffb866", 0.4))
        ctx.paint()
    return lamps


def breakwater(ctx, width, horizon):
    polygon(ctx, [(width * .60, horizon + 5), (width * .66, horizon - 20),
                  (width, horizon - 30), (width, horizon + 5)])
    fill(ctx, "16212e")
    x, base = width * .72, horizon - 22
    polygon(ctx, [(x - 17, base), (x - 11, base - 118), (x + 11, base - 118), (x + 17, base)])
    fill(ctx, "1b2938")
    ctx.rectangle(x - 15, base - 124, 30, 6)
    ctx.rectangle(x - 9, base - 144, 18, 20)
    fill(ctx, "121b26")
    polygon(ctx, [(x - 13, base - 144), (x, base - 162), (x + 13, base - 144)])
    fill(ctx, "121b26")
    ctx.rectangle(x - 5, base - 141, 10, 15)
    fill(ctx, "ffe9b5")
    ctx.set_source(glow(x, base - 134, 150, "ffd68a", 0.75))
    ctx.paint()


def yacht(ctx, x, y, size, colour):
    """A moored boat, sails down; (x, y) is the waterline amidships."""
    ctx.save()
    ctx.translate(x, y)
    ctx.scale(size, size)
    ctx.move_to(-62, -18)
    ctx.curve_to(-20, -12, 20, -12, 70, -24)
    ctx.curve_to(60, -6, 48, 2, 36, 3)
    ctx.line_to(-48, 3)
    ctx.curve_to(-58, -2, -60, -10, -62, -18)
    fill(ctx, colour)
    polygon(ctx, [(-26, -16), (-20, -30), (16, -31), (24, -18)])
    fill(ctx, colour)
    ctx.set_source_rgba(*rgb(colour))
    for width, points in ((3.2, [(6, -14), (6, -196)]), (4.5, [(6, -46), (-54, -40)]),
                          (1, [(6, -194), (68, -24)]), (1, [(6, -194), (-61, -18)]),
                          (1.6, [(-8, -140), (20, -140)])):
        ctx.set_line_width(width)
        ctx.move_to(*points[0])
        ctx.line_to(*points[1])
        ctx.stroke()
    ctx.restore()


def dusk_sky(ctx, width, horizon):
    ctx.set_source(vertical(0, horizon, [
        (0, "16283f"), (.28, "2b4a64"), (.52, "6b7f8d"), (.72, "cf9f86"),
        (.88, "f0a66a"), (1, "f6c382")]))
    ctx.paint()
    ctx.set_source(glow(width * .36, horizon - 40, width * .62, "ffd9a0", 0.85))
    ctx.paint()
    for cells, colour, alpha, seed, top, tall in (
            ((4, 18), "f5c39b", .75, 5, .30, .66), ((4, 22), "33465f", .75, 6, .05, .66),
            ((8, 36), "f9b483", .60, 8, .44, .50), ((12, 60), "2c3c55", .40, 9, .15, .70)):
        haze(ctx, (0, horizon * top, width, horizon * tall), cells, colour, alpha, seed, 3.2)
    ctx.arc(width * .36, horizon - 58, 43, 0, 7)
    fill(ctx, "fff1cf", 0.96)


def mirror(ctx, surface, width, height, horizon):
    """Lay the upper part upside down on the water, shifted line by line."""
    source = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, int(horizon))
    cairo.Context(source).set_source_surface(surface, 0, 0)
    copy = cairo.Context(source)
    copy.set_source_surface(surface, 0, 0)
    copy.paint()
    draw = random.Random(21)
    y, step = horizon, 2
    while y < height:
        depth = (y - horizon) / (height - horizon)
        sway = 3 + 26 * depth
        shift = sway * math.sin(y * (.36 - .24 * depth)) * .5 + draw.uniform(-1, 1) * sway * .35
        ctx.save()
        ctx.rectangle(0, y, width, step)
        ctx.clip()
        row = max(2, horizon - (y - horizon) * 1.32)
        ctx.translate(shift, y)
        ctx.scale(1, -1)
        ctx.set_source_surface(source, 0, -row)
        ctx.get_source().set_extend(cairo.EXTEND_REFLECT)
        ctx.paint()
        ctx.restore()
        y += step
    ctx.rectangle(0, horizon, width, height - horizon)
    ctx.set_source(vertical(horizon, height, [
        (0, "0b2230", .10), (.4, "0c2433", .42), (1, "081820", .86)]))
    ctx.fill()


def ripples(ctx, width, height, horizon):
    draw = random.Random(34)
    for _ in range(900):
        depth = draw.random() ** 1.6
        y = horizon + 4 + depth * (height - horizon)
        near_sun = draw.random() < .55
        x = draw.gauss(width * .36, 40 + 130 * depth) if near_sun else draw.uniform(0, width)
        long = draw.uniform(8, 30) * (.5 + 2.2 * depth)
        ctx.set_line_width(.7 + 2 * depth)
        ctx.set_source_rgba(*rgb("ffd7a0" if near_sun else "87a7b5", draw.uniform(.04, .30 if near_sun else .15)))
        ctx.move_to(x - long / 2, y)
        ctx.curve_to(x - long / 6, y - 1.5, x + long / 6, y + 1.5, x + long / 2, y)
        ctx.stroke()


def near_reflection(ctx, x, y, size):
    """The boat upside down, cut into strips that sway more further down."""
    draw = random.Random(int(x))
    depth = 0.0
    while depth < 150 * size:
        ctx.save()
        ctx.rectangle(x - 110 * size, y + depth, 220 * size, 3)
        ctx.clip()
        ctx.push_group()
        ctx.translate(x + (2 + depth * .05) * draw.uniform(-1, 1), y + 2)
        ctx.scale(1, -.8)
        yacht(ctx, 0, 0, size, "081119")
        ctx.pop_group_to_source()
        ctx.paint_with_alpha(.72 * (1 - depth / (150 * size)))
        ctx.restore()
        depth += 3


def harbour():
    width, height = 1168, 1556
    horizon = 905
    surface, ctx = canvas(width, height)
    dusk_sky(ctx, width, horizon)
    hills(ctx, width, horizon, 150, 3, "6f7180")
    hills(ctx, width, horizon, 92, 11, "45536a")
    hills(ctx, width, horizon, 48, 17, "2a3a50")
    town(ctx, -20, width * .30, horizon, 2)
    town(ctx, width * .47, width * .62, horizon, 14)
    breakwater(ctx, width, horizon)
    for x, size in ((.43, .50), (.52, .42), (.92, .55)):
        yacht(ctx, width * x, horizon + 3, size, "1a2634")
    mirror(ctx, surface, width, height, horizon)
    ripples(ctx, width, height, horizon)
    for x, y, size in ((.80, 1128, 1.62), (.20, 1066, 1.12)):
        near_reflection(ctx, width * x, y, size)
        yacht(ctx, width * x, y, size, "0d1720")
    grain(ctx, width, height, 77, .075)
    return surface


# --- the lighthouse --------------------------------------------------------

def beam(ctx, x, y, angle, spread, length, colour, strength):
    gradient = cairo.RadialGradient(x, y, 6, x, y, length)
    gradient.add_color_stop_rgba(0, *rgb(colour, strength))
    gradient.add_color_stop_rgba(1, *rgb(colour, 0))
    points = [(x + length * math.cos(angle + s), y + length * math.sin(angle + s))
              for s in (-spread, spread)]
    polygon(ctx, [(x, y)] + points)
    ctx.set_source(gradient)
    ctx.fill()


def tower(ctx, x, base, top):
    def side(y):
        return 34 + 26 * ((y - top) / (base - top)) ** 1.7

    def band(y1, y2, colour):
        gradient = cairo.LinearGradient(x - 60, 0, x + 60, 0)
        r, g, b, _ = rgb(colour)
        for offset, light in ((0, .55), (.4, 1), (.62, .94), (1, .42)):
            gradient.add_color_stop_rgb(offset, r * light, g * light, b * light)
        steps = [y1 + (y2 - y1) * i / 12 for i in range(13)]
        polygon(ctx, [(x - side(y), y) for y in steps] + [(x + side(y), y) for y in reversed(steps)])
        ctx.set_source(gradient)
        ctx.fill()

    edges = [top + (base - top) * i / 5 for i in range(6)]
    for number, (y1, y2) in enumerate(zip(edges, edges[1:])):
        band(y1, y2 + .5, "f4ead8" if number % 2 else SIGNAL)
    for y in (top + 95, top + 225, top + 355):
        ctx.rectangle(x - 5, y, 11, 22)
        fill(ctx, INK, .85)
    lantern(ctx, x, top)


def lantern(ctx, x, top):
    ctx.rectangle(x - 48, top - 9, 96, 11)
    fill(ctx, "0e1a22")
    for post in range(-44, 45, 11):
        ctx.rectangle(x + post - .8, top - 30, 1.6, 22)
    ctx.rectangle(x - 46, top - 31, 92, 2)
    fill(ctx, "0e1a22")
    ctx.rectangle(x - 22, top - 66, 44, 58)
    ctx.set_source(vertical(top - 66, top - 8, [(0, "fff6d8"), (1, "ffd27a")]))
    ctx.fill()
    for post in (-22, -8, 6, 20):
        ctx.rectangle(x + post, top - 66, 2, 58)
    fill(ctx, "0e1a22")
    ctx.move_to(x - 30, top - 66)
    ctx.curve_to(x - 24, top - 92, x - 8, top - 100, x, top - 102)
    ctx.curve_to(x + 8, top - 100, x + 24, top - 92, x + 30, top - 66)
    fill(ctx, SIGNAL)
    ctx.rectangle(x - 1.5, top - 122, 3, 22)
    fill(ctx, "0e1a22")


def swell(ctx, width, height, level, seed, colour, lift):
    ctx.move_to(0, height)
    for x in range(0, width + 6, 6):
        ctx.line_to(x, level + lift * (math.sin(x / 71 + seed) + .5 * math.sin(x / 29 + seed * 2)))
    ctx.line_to(width, height)
    ctx.close_path()
    fill(ctx, colour)


def lighthouse():
    width, height = 1160, 800
    surface, ctx = canvas(width, height)
    ctx.set_source(vertical(0, height, [(0, "0b1c2b"), (.45, "123f55"), (.78, "3b7f8b"), (1, "8fb8b0")]))
    ctx.paint()
    draw = random.Random(4)
    for _ in range(150):
        y = draw.uniform(0, 430)
        ctx.arc(draw.uniform(0, width), y, draw.uniform(.6, 1.9), 0, 7)
        fill(ctx, "fdf3d6", draw.uniform(.2, .9) * (1 - y / 520))
    haze(ctx, (0, 250, width, 390), (4, 16), "cfe0d8", .5, 51, 2.2)
    x, top, base = 806, 214, 640
    ctx.set_source(glow(x, top - 38, 330, "ffe2a0", .75))
    ctx.paint()
    beam(ctx, x, top - 38, math.pi - .07, .075, 1000, "fff0c4", .85)
    beam(ctx, x, top - 38, .12, .075, 600, "fff0c4", .7)
    hills(ctx, width, 636, 42, 29, "1d5263")
    swell(ctx, width, height, 628, 0, "1a5a6a", 3)
    polygon(ctx, [(560, 690), (600, 655), (668, 640), (706, 618), (806, 606), (912, 612), (968, 640),
                  (1046, 652), (1160, 644), (1160, 800), (540, 800)])
    fill(ctx, "0d2029")
    cottage(ctx, 918, 618)
    tower(ctx, x, base - 16, top)
    polygon(ctx, [(700, 632), (760, 618), (850, 616), (930, 630), (960, 660), (680, 660)])
    fill(ctx, "0d2029")
    for level, colour, lift in ((676, "14495a", 5), (712, "103c4c", 7), (752, "0b2c3a", 9)):
        swell(ctx, width, height, level, level, colour, lift)
    grain(ctx, width, height, 90, .05)
    return surface


def cottage(ctx, x, base):
    ctx.rectangle(x, base - 46, 104, 56)
    fill(ctx, "d9cdb8")
    ctx.rectangle(x + 62, base - 46, 42, 56)
    fill(ctx, "b7ab98")
    polygon(ctx, [(x - 8, base - 44), (x + 14, base - 84), (x + 92, base - 84), (x + 112, base - 44)])
    fill(ctx, "24333c")
    ctx.rectangle(x + 72, base - 98, 13, 24)
    fill(ctx, "24333c")
    for window in (14, 40, 76):
        ctx.rectangle(x + window, base - 32, 14, 17)
        fill(ctx, "ffcf78")


# --- the tide chart --------------------------------------------------------

def tide_level(hours):
    """Metres above chart datum: two tides a day, easing towards neaps."""
    spring = 1.95 - .22 * hours / 48 * 2
    return 2.7 + spring * math.cos((hours - 4.2) * 2 * math.pi / 12.42) \
        + .18 * math.cos((hours - 9) * 2 * math.pi / 24.84)


def label(ctx, x, y, text, anchor=0.0):
    extents = ctx.text_extents(text)
    ctx.move_to(x - extents.x_advance * anchor, y)
    ctx.show_text(text)
    ctx.new_path()


def tides():
    width, height = 1456, 520
    surface, ctx = canvas(width, height)
    ctx.set_source_rgba(*rgb(SAND))
    ctx.paint()
    left, right, top, bottom = 96, width - 40, 62, height - 84
    hours = 48

    def px(hour):
        return left + (right - left) * hour / hours

    def py(metres):
        return bottom - (bottom - top) * metres / 5.5

    for night in ((0, 5.4), (20.6, 29.4), (44.6, 48)):
        ctx.rectangle(px(night[0]), top, px(night[1]) - px(night[0]), bottom - top)
        fill(ctx, "d9d3c6", .6)
    ctx.select_font_face("Lato", cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_NORMAL)
    ctx.set_font_size(25)
    for metres in range(0, 6):
        ctx.set_source_rgba(*rgb(INK, .55 if metres == 0 else .18))
        ctx.set_line_width(2)
        ctx.move_to(left, py(metres))
        ctx.line_to(right, py(metres))
        ctx.stroke()
        ctx.set_source_rgba(*rgb(INK, .8))
        label(ctx, left - 16, py(metres) + 8, f"{metres} m", 1)
    for hour in range(0, hours + 1, 6):
        ctx.set_source_rgba(*rgb(INK, .8))
        label(ctx, px(hour), bottom + 38, f"{hour % 24:02d}", .5)
    for hour, day in ((12, "SATURDAY"), (36, "SUNDAY")):
        label(ctx, px(hour), bottom + 74, day, .5)

    steps = [i / 8 for i in range(hours * 8 + 1)]
    ctx.move_to(px(0), py(0))
    for hour in steps:
        ctx.line_to(px(hour), py(tide_level(hour)))
    ctx.line_to(px(hours), py(0))
    ctx.close_path()
    ctx.set_source(vertical(top, bottom, [(0, SEA, .75), (1, SEA, .12)]))
    ctx.fill()
    for index, hour in enumerate(steps):
        (ctx.line_to if index else ctx.move_to)(px(hour), py(tide_level(hour)))
    ctx.set_source_rgba(*rgb(SEA))
    ctx.set_line_width(6)
    ctx.stroke()
    turning_points(ctx, steps, px, py)
    return surface


def turning_points(ctx, steps, px, py):
    levels = [tide_level(hour) for hour in steps]
    ctx.select_font_face("Lato", cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_BOLD)
    ctx.set_font_size(25)
    for before, hour, here, after, level in zip(levels, steps[1:], levels[1:], levels[2:], levels[1:]):
        if (here - before) * (after - here) > 0:
            continue
        high = here > before
        ctx.arc(px(hour), py(level), 9, 0, 7)
        fill(ctx, SIGNAL if high else SAND)
        ctx.arc(px(hour), py(level), 9, 0, 7)
        ctx.set_source_rgba(*rgb(SIGNAL if high else SEA))
        ctx.set_line_width(4)
        ctx.stroke()
        ctx.set_source_rgba(*rgb(INK))
        label(ctx, px(hour), py(level) + (-22 if high else -24), f"{level:.1f}", .5)


# --- fish ------------------------------------------------------------------

def fish_body(ctx, long, tall):
    ctx.move_to(-long / 2, 0)
    ctx.curve_to(-long * .36, -tall * .62, -long * .02, -tall * .66, long * .38, -tall * .09)
    ctx.line_to(long * .38, tall * .09)
    ctx.curve_to(-long * .02, tall * .66, -long * .36, tall * .60, -long / 2, 0)
    ctx.close_path()


def tail_and_fins(ctx, long, tall, colour):
    ctx.move_to(long * .36, 0)
    ctx.curve_to(long * .42, -tall * .1, long * .46, -tall * .4, long * .54, -tall * .52)
    ctx.curve_to(long * .49, -tall * .2, long * .49, tall * .2, long * .54, tall * .52)
    ctx.curve_to(long * .46, tall * .4, long * .42, tall * .1, long * .36, 0)
    fill(ctx, colour)
    polygon(ctx, [(-long * .08, -tall * .44), (long * .06, -tall * .70), (long * .12, -tall * .36)])
    polygon(ctx, [(-long * .02, tall * .42), (long * .08, tall * .64), (long * .14, tall * .32)])
    fill(ctx, colour)


def fish(ctx, x, y, long, tall, tilt, colours, marks, seed):
    back, belly, fin = colours
    ctx.save()
    ctx.translate(x, y)
    ctx.rotate(tilt)
    ctx.save()
    ctx.translate(5, 12)
    fish_body(ctx, long, tall)
    fill(ctx, "7d7464", .28)
    ctx.restore()
    tail_and_fins(ctx, long, tall, fin)
    fish_body(ctx, long, tall)
    ctx.set_source(vertical(-tall * .55, tall * .5, [(0, back), (.42, back), (.62, belly), (1, "ffffff")]))
    ctx.fill_preserve()
    ctx.save()
    ctx.clip()
    marks(ctx, long, tall, random.Random(seed))
    ctx.restore()
    head(ctx, long, tall)
    ctx.restore()


def head(ctx, long, tall):
    ctx.set_source_rgba(*rgb(INK, .45))
    ctx.set_line_width(2.2)
    ctx.arc(-long * .42, 0, tall * .40, -.95, .95)
    ctx.stroke()
    eye = -long * .405, -tall * .09
    ctx.arc(*eye, tall * .085, 0, 7)
    fill(ctx, "f8f2e2")
    ctx.arc(*eye, tall * .052, 0, 7)
    fill(ctx, INK)


def stripes(ctx, long, tall, draw):
    ctx.set_source_rgba(*rgb(INK, .8))
    ctx.set_line_width(long * .013)
    for i in range(17):
        x = long * (-.26 + i * .037)
        ctx.move_to(x, -tall * .6)
        ctx.curve_to(x + 9, -tall * .4, x - 9, -tall * .25, x + 5 + draw.uniform(-3, 3), -tall * draw.uniform(.0, .06))
        ctx.stroke()


def scales(ctx, long, tall, draw):
    ctx.set_line_width(1.1)
    ctx.set_source_rgba(*rgb(INK, .22))
    step = tall * .115
    for row in range(-5, 6):
        for column in range(30):
            x = -long * .27 + column * step + (row % 2) * step / 2
            ctx.new_sub_path()
            ctx.arc(x, row * step * .75, step * .55, -1.2, 1.2)
    ctx.stroke()


def spots(ctx, long, tall, draw):
    for _ in range(26):
        ctx.arc(draw.uniform(-.24, .32) * long, draw.uniform(-.45, .2) * tall, draw.uniform(3, 7.5), 0, 7)
        fill(ctx, SIGNAL, .85)


def fishes():
    width, height = 1456, 470
    surface, ctx = canvas(width, height)
    ctx.set_source(vertical(0, height, [(0, "f6efe2"), (1, "e6dac5")]))
    ctx.paint()
    draw = random.Random(12)
    for _ in range(520):
        x, y, size = draw.uniform(0, width), draw.uniform(0, height), draw.uniform(9, 32)
        turn = draw.uniform(0, 3)
        polygon(ctx, [(x + size * math.cos(turn + a), y + size * .8 * math.sin(turn + a)) for a in (0, 1.3, 2.7, 4.4)])
        fill(ctx, draw.choice(["ffffff", "d7e2e2", "c9d8da", "f4f8f8"]), draw.uniform(.18, .5))
    mackerel = ("2f6f78", "cfdcd6", "2a5a63")
    herring = ("55707f", "dfe6e6", "4a6070")
    plaice = ("8a7657", "c4b08b", "75633f")
    fish(ctx, 330, 128, 500, 128, -.05, mackerel, stripes, 1)
    fish(ctx, 360, 338, 520, 130, .05, mackerel, stripes, 2)
    fish(ctx, 800, 116, 360, 112, .06, herring, scales, 3)
    fish(ctx, 822, 352, 370, 114, -.07, herring, scales, 4)
    fish(ctx, 1205, 240, 400, 252, .04, plaice, spots, 6)
    grain(ctx, width, height, 60, .05)
    return surface


def mackerel():
    """One fish by itself, clear around its outline."""
    surface, ctx = canvas(1200, 900)
    colours = "2f6f78", "cfdcd6", "2a5a63"
    fish(ctx, 590, 455, 1180, 300, -.56, colours, stripes, 1)
    return surface


# --- round pictures, clear outside their circle ----------------------------

def compass():
    size = 760
    surface, ctx = canvas(size, size)
    ctx.translate(size / 2, size / 2)
    brass = cairo.LinearGradient(-360, -360, 360, 360)
    for offset, colour in ((0, "f2d69b"), (.45, "b98d45"), (.6, "e7c480"), (1, "7d5a26")):
        brass.add_color_stop_rgb(offset, *rgb(colour)[:3])
    ctx.arc(0, 0, 372, 0, 7)
    ctx.set_source(brass)
    ctx.fill()
    ctx.arc(0, 0, 330, 0, 7)
    fill(ctx, "5d431c")
    ctx.arc(0, 0, 324, 0, 7)
    ctx.set_source(glow(-60, -80, 620, "fffaf0", 1))
    fill(ctx, "f4ead6")
    compass_card(ctx)
    shine = cairo.LinearGradient(-250, -300, 160, 260)
    shine.add_color_stop_rgba(0, 1, 1, 1, .55)
    shine.add_color_stop_rgba(.5, 1, 1, 1, 0)
    ctx.arc(0, 0, 324, 0, 7)
    ctx.set_source(shine)
    ctx.fill()
    return surface


def compass_card(ctx):
    ctx.set_source_rgba(*rgb(INK))
    for degree in range(0, 360, 5):
        ctx.save()
        ctx.rotate(math.radians(degree))
        ctx.set_line_width(3 if degree % 15 == 0 else 1.6)
        ctx.move_to(0, -306)
        ctx.line_to(0, -280 if degree % 15 == 0 else -290)
        ctx.stroke()
        ctx.restore()
    for radius in (310, 268, 150):
        ctx.arc(0, 0, radius, 0, 7)
        ctx.set_line_width(2)
        ctx.stroke()
    for turn, long, wide in ([(i * 45 + 22.5, 132, 20) for i in range(8)]
                             + [(i * 90 + 45, 188, 36) for i in range(4)]
                             + [(i * 90, 240, 48) for i in range(4)]):
        ctx.save()
        ctx.rotate(math.radians(turn))
        north = turn == 0
        for sign, colour in ((-1, SIGNAL if north else SEA), (1, "8f2d1b" if north else INK)):
            polygon(ctx, [(0, 0), (sign * wide * .6, -wide * .7), (0, -long)])
            fill(ctx, colour)
        ctx.restore()
    ctx.arc(0, 0, 15, 0, 7)
    fill(ctx, "c79a50")
    ctx.set_source_rgba(*rgb(INK))
    ctx.select_font_face("Lato", cairo.FONT_SLANT_NORMAL, cairo.FONT_WEIGHT_BOLD)
    ctx.set_font_size(34)
    for turn, letter in ((45, "NE"), (135, "SE"), (225, "SW"), (315, "NW")):
        angle = math.radians(turn - 90)
        label(ctx, 222 * math.cos(angle), 222 * math.sin(angle) + 12, letter, .5)


def porthole():
    size = 640
    surface, ctx = canvas(size, size)
    centre = size / 2
    ctx.arc(centre, centre, 312, 0, 7)
    ctx.set_source(vertical(0, size, [(0, "d8c39a"), (.5, "a9853f"), (1, "6f5322")]))
    ctx.fill()
    for bolt in range(8):
        angle = bolt * math.pi / 4 + .39
        ctx.arc(centre + 287 * math.cos(angle), centre + 287 * math.sin(angle), 12, 0, 7)
        fill(ctx, "6a4d1c")
        ctx.arc(centre + 287 * math.cos(angle) - 2, centre + 287 * math.sin(angle) - 3, 8, 0, 7)
        fill(ctx, "e9cf94")
    ctx.arc(centre, centre, 262, 0, 7)
    fill(ctx, "3f2d10")
    ctx.arc(centre, centre, 252, 0, 7)
    ctx.clip()
    ctx.set_source(vertical(60, 420, [(0, "9cc4cc"), (1, "f2e6cc")]))
    ctx.paint()
    ctx.arc(centre + 84, 214, 42, 0, 7)
    fill(ctx, "fff8e4")
    haze(ctx, (60, 70, 520, 280), (4, 12), "ffffff", .9, 19, 2.0)
    sail(ctx, 246, 352)
    for level, colour, lift in ((352, "5b9aa3", 6), (398, "34808d", 9), (450, "1c6676", 11), (508, SEA, 12)):
        swell(ctx, size, size, level, level / 9, colour, lift)
    ctx.set_source(glow(170, 140, 260, "ffffff", .35))
    ctx.paint()
    return surface


def sail(ctx, x, y):
    polygon(ctx, [(x, y - 176), (x, y - 20), (x - 96, y - 20)])
    fill(ctx, "fbf4e4")
    polygon(ctx, [(x + 7, y - 156), (x + 7, y - 20), (x + 70, y - 20)])
    fill(ctx, SIGNAL)
    polygon(ctx, [(x - 90, y - 12), (x + 90, y - 12), (x + 62, y + 18), (x - 62, y + 18)])
    fill(ctx, INK)


PICTURES = {"harbour": harbour, "lighthouse": lighthouse, "tides": tides,
            "fish": fishes, "mackerel": mackerel, "compass": compass, "porthole": porthole}


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        draw().write_to_png(str(folder / f"{name}.png"))


if __name__ == "__main__":
    main()
