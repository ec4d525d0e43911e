// Writes JSON (RFC 8259) into a sink incrementally.
//
// Each value has the name of its member, or null inside an array. Texts may hold any bytes: invalid
// UTF-8 becomes U+FFFD.
#pragma once

#include <recto_plugin.h>
#include <stdbool.h>

struct json {
  recto_sink *sink;
  char buffer[4096];
  size_t count;
  bool needs_comma;
};

void json_begin(struct json *json, recto_sink *sink);
// Flushes the buffer.
void json_end(struct json *json);

// `bracket` is '{' or '[', and '}' or ']' closes the value opened last.
void json_open(struct json *json, const char *name, char bracket);
void json_close(struct json *json, char bracket);

void json_text(struct json *json, const char *name, const char *text, size_t count);
// The same of a text with a zero at its end.
void json_string(struct json *json, const char *name, const char *text);
void json_integer(struct json *json, const char *name, long value);
// With nine decimals, which no page is large enough to need more of.
void json_number(struct json *json, const char *name, double value);
// An array of numbers.
void json_numbers(struct json *json, const char *name, const double *values, int count);
