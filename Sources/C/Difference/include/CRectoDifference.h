// The loops over two pictures of the same size: where they differ, by how much, and how.
//
// A pixel is 32 bits, blue at the lowest address. `counts` says which bits of it are compared:
// 0x00ffffff where the fourth byte means nothing. Boxes lie within the pictures; their right and
// bottom edges are exclusive.

#ifndef CRECTODIFFERENCE_H
#define CRECTODIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct difference_pair {
  const uint32_t *a;
  const uint32_t *b;
  int32_t width;
  int32_t height;
  uint32_t counts;
} difference_pair;

typedef struct difference_box {
  int32_t left;
  int32_t top;
  int32_t right;
  int32_t bottom;
} difference_box;

// Shrinks the box to what differs in it; false if nothing does.
bool difference_bounds(const difference_pair *pair, difference_box *box);

typedef struct difference_total {
  int64_t pixels;
  // The largest difference of a channel, 0 to 255.
  int32_t largest;
} difference_total;

// Counts the differing pixels of the box. If `cells` is given, each is also counted in its square of
// `cell` pixels a side; the squares cover the whole picture, row by row.
difference_total difference_count(const difference_pair *pair, difference_box box, int32_t cell,
                                  uint32_t *_Nullable cells);

typedef struct difference_seen {
  // Pixels that are seen to differ.
  int64_t pixels;
  // The number of pixels that differ only because an edge was smoothed differently.
  int64_t smoothed;
} difference_seen;

// Counts the pixels of the box whose YIQ difference is above `threshold`, from 0 to 1, as
// Kotsarenko and Ramos weigh it; smoothed edges, as Vysniauskas finds them, are left out where
// `skips_smoothed` is true. `cells` as above.
difference_seen difference_perceive(const difference_pair *pair, difference_box box,
                                    double threshold, bool skips_smoothed, int32_t cell,
                                    uint32_t *_Nullable cells);

typedef struct difference_edges {
  int64_t differing;
  // The number of these that the drawing of edges does not explain.
  int64_t unexplained;
} difference_edges;

// Looks at each pixel of the box that differs: another rasterizer explains it where an edge passes
// in both pictures, and either has the value within a pixel of it in the other, or as much ink.
// Stops once one is unexplained and `enough` differ.
difference_edges difference_explain(const difference_pair *pair, difference_box box,
                                    int64_t enough);

// Counts, in squares of `cell` pixels of the whole picture, the pixels of the box that another
// rasterizer does not explain, those three times that are sure; gives their sum, or -1 without
// memory. Both pictures are smoothed a little. Then a rasterizer explains a pixel whose value lies
// within a pixel of it in the other picture, give or take half of the contrast there. The two
// outermost pixels of a picture are not compared: a page may cover them in part.
int64_t difference_redraw(const difference_pair *pair, difference_box box, int32_t cell,
                          uint32_t *cells);

typedef struct difference_likeness {
  double mean;
  double lowest;
} difference_likeness;

// The structural similarity of luma (Wang, Bovik, Sheikh, Simoncelli 2004) over windows of 8
// pixels a side, 4 apart, of the whole picture; those outside of the box are known to be alike.
difference_likeness difference_similarity(const difference_pair *pair, difference_box box);

typedef struct difference_shift {
  int32_t x;
  int32_t y;
  // The mean square of luma differences that is left.
  double rest;
} difference_shift;

// The shift of the box of `a`, at most `reach` pixels to each side, that makes it most like `b`:
// the one with the least mean square of luma differences, over every `step`th pixel of every
// `step`th row that stays inside. 0, 0 if none leaves at most the share `most` of the unmoved
// difference.
difference_shift difference_move(const difference_pair *pair, difference_box box, int32_t reach,
                                 int32_t step, double most);

// The shift that takes the edges of the box two pixels or more across themselves and leaves less than
// the share `most` of what the best of smaller ones leaves, which is `rest`; 0, 0 if none does. A
// shift along the only edges of a box counts as a small one. Asks the pixels that `difference_move` asks.
difference_shift difference_displace(const difference_pair *pair, difference_box box,
                                     int32_t reach, int32_t step, double most);

typedef struct difference_colors {
  // Per channel, blue first: the best fit b = gain * a + offset of the box, and its residue.
  double gain[3];
  double offset[3];
  // The mean square that is left over all channels, that of b - a, and the variance of a and of b.
  double rest;
  double apart;
  double spread_a;
  double spread_b;
} difference_colors;

// Fits the channels of `b` to the luma of `a`.
difference_colors difference_recolor(const difference_pair *pair, difference_box box);

// The number of different colors in the box of a picture, of 4096 distinguished ones; stops at
// `most`.
int32_t difference_richness(const uint32_t *pixels, int32_t width, difference_box box, int32_t most);

// The pixels of the box that differ, and those of them which are like `color`, give or take
// `tolerance` a channel, in each picture.
typedef struct difference_like {
  int64_t differing;
  int64_t in_a;
  int64_t in_b;
} difference_like;

difference_like difference_count_like(const difference_pair *pair, difference_box box,
                                      uint32_t color, int32_t tolerance);

// Marks, by squares of `cell` pixels of a whole picture, those in which luma spans `least` or more.
void difference_edge_cells(const uint32_t *pixels, int32_t width, int32_t height, int32_t cell,
                           int32_t least, uint32_t *cells);

#pragma clang assume_nonnull end

#endif
