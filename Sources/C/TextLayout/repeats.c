#include "repeats.h"

#include <math.h>
#include <stdlib.h>

enum {
  most_cells = 1 << 16,
  most_compared = 64, // of a cell
  most_reach = 8,     // in cells; both bound the time that one character takes
};

typedef struct {
  recto_drawn_character character;
  int previous; // the character noted before it in this cell, or -1
} noted_character;

typedef struct {
  double x, y;
} offset;

struct recto_repeats {
  double cell;      // the side of a cell, in points
  double per_point; // cells
  int columns, rows;
  int *newest; // the last character noted in each cell, or -1
  noted_character *noted;
  int count, capacity;
  recto_drawn_character held;
  bool holds, in_copy; // a character is held back; the last one was of a copy
  offset copied;       // how far the last copy lay from its original
};

static int cells_along(double length, double cell) { return 1 + (int)fmin(fmax(0, length / cell), most_cells); }

recto_repeats *recto_repeats_new(double width, double height) {
  recto_repeats *repeats = calloc(1, sizeof *repeats);
  if (!repeats) return NULL;
  repeats->cell = fmax(4, sqrt(fmax(0, width * height) / most_cells));
  repeats->per_point = 1 / repeats->cell;
  repeats->columns = cells_along(width, repeats->cell);
  repeats->rows = cells_along(height, repeats->cell);
  repeats->newest = malloc((size_t)repeats->columns * (size_t)repeats->rows * sizeof *repeats->newest);
  if (!repeats->newest) {
    free(repeats);
    return NULL;
  }
  recto_repeats_clear(repeats);
  return repeats;
}

void recto_repeats_free(recto_repeats *repeats) {
  if (!repeats) return;
  free(repeats->newest);
  free(repeats->noted);
  free(repeats);
}

void recto_repeats_clear(recto_repeats *repeats) {
  for (int cell = 0; cell < repeats->columns * repeats->rows; cell++) repeats->newest[cell] = -1;
  repeats->count = 0;
  repeats->holds = repeats->in_copy = false;
}

static double smaller(double a, double b) { return a < b ? a : b; }

// The index of the cell at a place along an axis with `cells` cells; places beyond the page are in the last.
static int cell_at(const recto_repeats *repeats, double place, int cells) {
  double cell = place * repeats->per_point;
  return !(cell > 0) ? 0 : cell < cells - 1 ? (int)cell : cells - 1;
}

static bool is_copy(const recto_drawn_character *a, const recto_drawn_character *b, double reach) {
  if (a->scalar != b->scalar) return false;
  // Most are far, which is cheaper to find out along one axis.
  double x = a->x - b->x, y = a->y - b->y;
  return fabs(x) < reach && fabs(y) < reach && hypot(x, y) < reach && fabs(a->size - b->size) < 0.1 * b->size;
}

// True if a character's like is among the newest of a cell; how far it lies from that.
static bool find_in_cell(
    const recto_repeats *repeats, int cell, const recto_drawn_character *character, double reach, offset *from) {
  int at = repeats->newest[cell];
  for (int compared = 0; at >= 0 && compared < most_compared; compared++) {
    const recto_drawn_character *other = &repeats->noted[at].character;
    if (is_copy(other, character, reach)) {
      *from = (offset){character->x - other->x, character->y - other->y};
      return true;
    }
    at = repeats->noted[at].previous;
  }
  return false;
}

static void note(recto_repeats *repeats, const recto_drawn_character *character) {
  int row = cell_at(repeats, character->y, repeats->rows), column = cell_at(repeats, character->x, repeats->columns);
  int cell = row * repeats->columns + column;
  if (repeats->count == repeats->capacity) {
    int capacity = repeats->capacity ? 2 * repeats->capacity : 1024;
    noted_character *larger = realloc(repeats->noted, (size_t)capacity * sizeof *larger);
    if (!larger) return;
    repeats->noted = larger;
    repeats->capacity = capacity;
  }
  repeats->noted[repeats->count] = (noted_character){*character, repeats->newest[cell]};
  repeats->newest[cell] = repeats->count++;
}

// True if a character's like is near it, in any cell; how far it lies from that.
static bool find(const recto_repeats *repeats, const recto_drawn_character *character, offset *from) {
  // Two letters of a word are the width of the first apart.
  double reach = smaller(smaller(character->advance / 2, character->size / 5), most_reach * repeats->cell);
  int left = cell_at(repeats, character->x - reach, repeats->columns);
  int right = cell_at(repeats, character->x + reach, repeats->columns);
  int top = cell_at(repeats, character->y - reach, repeats->rows);
  int bottom = cell_at(repeats, character->y + reach, repeats->rows);
  for (int row = top; row <= bottom; row++)
    for (int column = left; column <= right; column++)
      if (find_in_cell(repeats, row * repeats->columns + column, character, reach, from)) return true;
  return false;
}

void recto_repeats_end_row(recto_repeats *repeats) {
  if (repeats->holds) note(repeats, &repeats->held);
  repeats->holds = repeats->in_copy = false;
}

recto_character_kind recto_repeats_next(recto_repeats *repeats, recto_drawn_character character) {
  bool is_sound = character.advance > 0 && character.size > 0 && isfinite(character.x + character.y);
  offset from;
  if (!is_sound || !find(repeats, &character, &from)) {
    recto_repeats_end_row(repeats);
    if (is_sound) note(repeats, &character);
    return RECTO_CHARACTER_IS_NEW;
  }
  bool goes_on = (repeats->holds || repeats->in_copy) &&
                 hypot(from.x - repeats->copied.x, from.y - repeats->copied.y) < character.size / 8;
  repeats->copied = from;
  if (goes_on) {
    repeats->holds = false;
    repeats->in_copy = true;
    return RECTO_CHARACTER_IS_COPY;
  }
  recto_repeats_end_row(repeats);
  if (hypot(from.x, from.y) < character.size / 25) {
    repeats->in_copy = true;
    return RECTO_CHARACTER_IS_LONE_COPY;
  }
  repeats->held = character;
  repeats->holds = true;
  return RECTO_CHARACTER_IS_HELD;
}
