// UTF-8 as it is found in files, where not everything is.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Returns the character at `text`, which has `count` bytes, at least one, and sets `*length` to the
// number of bytes it takes. Returns U+FFFD for an invalid byte.
uint32_t utf8_character(const char *text, size_t count, size_t *length);

bool is_white_space(uint32_t character);
// True if it is drawn on the character before it.
bool is_mark(uint32_t character);
// True if its script runs from right to left.
bool is_right_to_left_character(uint32_t character);
