// simdjson's document parser behind a C header: JSON as RFC 8259 has it, UTF-8 checked.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

// A parsed document, freed by `recto_json_free`.
typedef struct recto_json_document recto_json_document;

// A value inside a document, valid for as long as that is there.
typedef struct recto_json_value {
  const void *_Nullable document;
  size_t index;
} recto_json_value;

enum recto_json_kind {
  RECTO_JSON_NULL,
  RECTO_JSON_BOOL,
  RECTO_JSON_NUMBER,
  RECTO_JSON_STRING,
  RECTO_JSON_ARRAY,
  RECTO_JSON_OBJECT,
};

// The state of an iteration.
typedef struct recto_json_iterator {
  recto_json_value next;
  recto_json_value end;
} recto_json_iterator;

// Returns null if the bytes are not valid JSON, or nest deeper than `max_depth`; `*error` then has
// the reason.
recto_json_document *_Nullable recto_json_parse(const uint8_t *bytes, size_t count,
                                                size_t max_depth,
                                                const char *_Nullable *_Nonnull error);
void recto_json_free(recto_json_document *document);

recto_json_value recto_json_root(const recto_json_document *document);
enum recto_json_kind recto_json_kind_of(recto_json_value value);

// Each is false, with nothing written, where the value is of another kind.
bool recto_json_bool(recto_json_value value, bool *result);
// Also false for a number with a fraction or beyond 64 bits.
bool recto_json_integer(recto_json_value value, int64_t *result);
bool recto_json_number(recto_json_value value, double *result);
// UTF-8 without a final zero, in the document's own memory.
bool recto_json_string(recto_json_value value, const char *_Nullable *_Nonnull bytes,
                       size_t *count);
// The first member of that name.
bool recto_json_member(recto_json_value value, const uint8_t *name, size_t count,
                       recto_json_value *result);
// True if it is an array of exactly `count` numbers, which are then in `numbers`.
bool recto_json_numbers(recto_json_value value, double *numbers, size_t count);

bool recto_json_elements(recto_json_value array, recto_json_iterator *result);
bool recto_json_next_element(recto_json_iterator *iterator, recto_json_value *result);
bool recto_json_members(recto_json_value object, recto_json_iterator *result);
bool recto_json_next_member(recto_json_iterator *iterator, const char *_Nullable *_Nonnull name,
                            size_t *count, recto_json_value *result);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif
