#include "json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "utf8.h"

void json_begin(struct json *json, recto_sink *sink) {
  json->sink = sink;
  json->count = 0;
  json->needs_comma = false;
}

void json_end(struct json *json) {
  if (json->count && json->sink && json->sink->append) {
    json->sink->append(json->sink->context, json->buffer, json->count);
  }
  json->count = 0;
}

static void put(struct json *json, const char *bytes, size_t count) {
  // No value is as long as the buffer, of texts each character.
  if (json->count + count > sizeof json->buffer) json_end(json);
  memcpy(json->buffer + json->count, bytes, count);
  json->count += count;
}

// Writes the separator and the name before a value.
static void begin_value(struct json *json, const char *name) {
  if (json->needs_comma) put(json, ",", 1);
  json->needs_comma = true;
  if (!name) return;
  put(json, "\"", 1);
  put(json, name, strlen(name));
  put(json, "\":", 2);
}

void json_open(struct json *json, const char *name, char bracket) {
  begin_value(json, name);
  put(json, &bracket, 1);
  json->needs_comma = false;
}

void json_close(struct json *json, char bracket) {
  put(json, &bracket, 1);
  json->needs_comma = true;
}

void json_text(struct json *json, const char *name, const char *text, size_t count) {
  begin_value(json, name);
  put(json, "\"", 1);
  for (size_t place = 0, length; place < count; place += length) {
    uint32_t character = utf8_character(text + place, count - place, &length);
    char escaped[8];
    if (character < 0x20) {
      put(json, escaped, snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)character));
    } else if (character == '"' || character == '\\') {
      put(json, (char[]){'\\', (char)character}, 2);
    } else if (character == 0xFFFD) {
      put(json, "\xEF\xBF\xBD", 3);
    } else {
      put(json, text + place, length);
    }
  }
  put(json, "\"", 1);
}

void json_string(struct json *json, const char *name, const char *text) {
  json_text(json, name, text, strlen(text));
}

void json_integer(struct json *json, const char *name, long value) {
  begin_value(json, name);
  char digits[24];
  put(json, digits, snprintf(digits, sizeof digits, "%ld", value));
}

void json_number(struct json *json, const char *name, double value) {
  begin_value(json, name);
  if (!(fabs(value) < 1e9)) value = 0;
  // By hand: printf would write the decimal separator of the host's locale.
  long long billionths = llround(fabs(value) * 1e9);
  char digits[32];
  int length = snprintf(digits, sizeof digits, "%s%lld.%09lld", value < 0 ? "-" : "",
                        billionths / 1000000000, billionths % 1000000000);
  while (digits[length - 1] == '0') length--;
  if (digits[length - 1] == '.') length--;
  put(json, digits, length);
}

void json_numbers(struct json *json, const char *name, const double *values, int count) {
  json_open(json, name, '[');
  for (int index = 0; index < count; index++) json_number(json, NULL, values[index]);
  json_close(json, ']');
}
