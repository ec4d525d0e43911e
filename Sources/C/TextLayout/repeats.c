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
  int previous; // in the same cell; -1 if there is none
} noted_character;

struct recto_repeats {
  double cell; // the side of a cell, in points
  int columns, rows;
  int *newest; // of each cell; -1 if it has none
  noted_character *noted;
  int count, capacity;
};

static int cells_along(double length, double cell) { return 1 + (int)fmin(fmax(0, length / cell), most_cells); }

recto_repeats *recto_repeats_new(double width, double height) {
  recto_repeats *repeats = calloc(1, sizeof *repeats);
  if (!repeats) return NULL;
  repeats->cell = fmax(4, sqrt(fmax(0, width * height) / most_cells));
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
}

// The cell at a place along an axis with so many; those beyond the page are in the last.
static int cell_at(const recto_repeats *repeats, double place, int cells) {
  return (int)fmin(fmax(0, place / repeats->cell), cells - 1);
}

static bool is_copy(const recto_drawn_character *a, const recto_drawn_character *b, double reach) {
  return a->scalar == b->scalar && hypot(a->x - b->x, a->y - b->y) < reach && fabs(a->size - b->size) < 0.1 * b->size;
}

// True if a copy is among the newest characters of a cell.
static bool is_in_cell(const recto_repeats *repeats, int cell, const recto_drawn_character *character, double reach) {
  int at = repeats->newest[cell];
  for (int compared = 0; at >= 0 && compared < most_compared; compared++) {
    if (is_copy(&repeats->noted[at].character, character, reach)) return true;
    at = repeats->noted[at].previous;
  }
  return false;
}

static void note(recto_repeats *repeats, int cell, const recto_drawn_character *character) {
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

bool recto_repeats_has(recto_repeats *repeats, recto_drawn_character character) {
  if (!(character.advance > 0 && character.size > 0) || !isfinite(character.x + character.y)) return false;
  double reach = fmin(fmin(character.advance / 2, character.size / 5), most_reach * repeats->cell);
  int left = cell_at(repeats, character.x - reach, repeats->columns);
  int right = cell_at(repeats, character.x + reach, repeats->columns);
  int top = cell_at(repeats, character.y - reach, repeats->rows);
  int bottom = cell_at(repeats, character.y + reach, repeats->rows);
  for (int row = top; row <= bottom; row++)
    for (int column = left; column <= right; column++)
      if (is_in_cell(repeats, row * repeats->columns + column, &character, reach)) return true;
  int row = cell_at(repeats, character.y, repeats->rows), column = cell_at(repeats, character.x, repeats->columns);
  note(repeats, row * repeats->columns + column, &character);
  return false;
}
