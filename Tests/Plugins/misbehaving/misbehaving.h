// A plugin that does on command what a plugin must not do, for testing its host. The source is the
// script:
//
//     misbehave
//     pages 5
//     page 2: hang
//     page 3: try home-file
//     page 4 text: answer deep
//     close: crash
//
// `pages` is the page count as it is answered, whatever it is. A line with a colon says what is
// done when a call comes: `open`, `info`, `outline`, `close`, `page N` when page N (from 1) is
// painted, or `page N facts`, `page N text`, `page N links`. What has no line is done as it should
// be: pages are 100 points square and painted in the color of `page_color`, and their text is the
// words "page N".
//
// The commands stand in the tables of endings.c, answers.c, descriptors.c and probes.c.
#pragma once

#include <recto_plugin.h>
#include <stdbool.h>

// The call in which something is done.
struct call {
  const char *argument;    // of the command; empty for none
  recto_sink *sink;        // null in `close`
  const recto_paint *job;  // null unless a page is painted
  int32_t page;            // its index, or -1
};

// The result of a deed after which the call is answered normally.
#define CARRY_ON INT32_MIN

// Returns the call's status, or CARRY_ON.
typedef int32_t (*deed)(const struct call *call);

// A command: the name, which may have several words, and behind it in a script its argument.
struct command {
  const char *name;
  deed deed;
};

// Each ends with a null name.
extern const struct command endings[], answers[], descriptor_attacks[], probe_commands[];

// Blue, green, red and alpha of page `index`: red is 16 times its number, the others are fixed.
static inline uint32_t page_color(int32_t index) {
  return 0xFF000000u | (uint32_t)((index + 1) * 16 & 0xFF) << 16 | 0x8040;
}

// Set by `spoil`: every page that is painted after it fails, as when a library keeps an error.
extern bool is_spoiled;

void say(recto_sink *sink, const char *text);
void say_bytes(recto_sink *sink, const void *bytes, size_t count);
__attribute__((format(printf, 2, 3))) void say_format(recto_sink *sink, const char *format, ...);

// The text of a page: one line for each of `lines`, words separated by spaces.
void say_page_text(recto_sink *sink, int32_t page, const char *lines);
