// UTF-8 as it is found in files, where not everything is.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The character at `text`, of which there are `count` bytes, at least one; `*length` becomes how
// many it takes. U+FFFD for a byte that begins none.
uint32_t utf8_character(const char *text, size_t count, size_t *length);

bool is_white_space(uint32_t character);
// Whether it is drawn on the character before it.
bool is_mark(uint32_t character);
// Whether it belongs to a script that runs from right to left.
bool is_right_to_left_character(uint32_t character);
