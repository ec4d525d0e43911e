// Wrong answers and malformed ones.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "misbehaving.h"

static int32_t answer_nothing(const struct call *call) {
  (void)call;
  return RECTO_OK;
}

static int32_t answer_prose(const struct call *call) {
  say(call->sink, "all is well");
  return RECTO_OK;
}

static int32_t answer_null(const struct call *call) {
  say(call->sink, "null");
  return RECTO_OK;
}

static int32_t answer_truncated(const struct call *call) {
  say(call->sink, "{\"index\":0,\"pageCount\":5,\"format\":\"misb");
  return RECTO_OK;
}

// Every member of every form, none of the type that it should be.
static int32_t answer_types(const struct call *call) {
  say(call->sink,
      "{\"pageCount\":\"many\",\"format\":5,\"metadata\":[],\"capabilities\":{\"text\":true},"
      "\"index\":\"one\",\"label\":7,\"size\":\"large\",\"boxes\":{\"crop\":[0,0,\"wide\",{}]},"
      "\"order\":3,\"blocks\":\"none\"}");
  return RECTO_OK;
}

static int32_t answer_nulls(const struct call *call) {
  say(call->sink,
      "{\"pageCount\":null,\"format\":null,\"metadata\":null,\"capabilities\":null,\"index\":null,"
      "\"label\":null,\"size\":null,\"boxes\":null,\"order\":null,\"blocks\":null}");
  return RECTO_OK;
}

static int32_t answer_bytes(const struct call *call) {
  say(call->sink, "{\"index\":0,\"pageCount\":5,\"format\":\"\xFF\xC0\x80\xED\xA0\x80\"}");
  return RECTO_OK;
}

static int32_t answer_with_zero(const struct call *call) {
  static const char bytes[] = "{\"index\":0,\0\"pageCount\":5}";
  say_bytes(call->sink, bytes, sizeof bytes - 1);
  return RECTO_OK;
}

static int32_t answer_deep(const struct call *call) {
  for (int level = 0; level < 1000000; level++) say(call->sink, "[");
  for (int level = 0; level < 1000000; level++) say(call->sink, "]");
  return RECTO_OK;
}

// White space of so many MiB, or 1 GiB, between the parts of JSON.
static int32_t answer_huge(const struct call *call) {
  enum { MIB = 1 << 20 };
  static char blanks[MIB];
  memset(blanks, ' ', MIB);
  long count = *call->argument ? atol(call->argument) : 1024;
  for (; count > 0; count--) say_bytes(call->sink, blanks, MIB);
  say(call->sink, "[]");
  return RECTO_OK;
}

static int32_t answer_endless(const struct call *call) {
  for (;;) answer_huge(call);
  return RECTO_OK;
}

// Appends bytes at an invalid address.
static int32_t answer_nowhere(const struct call *call) {
  say_bytes(call->sink, NULL, 4096);
  return RECTO_OK;
}

static int32_t answer_beyond_memory(const struct call *call) {
  say_bytes(call->sink, "[", SIZE_MAX);
  return RECTO_OK;
}

// The facts of the page with width and height as the argument writes them.
static int32_t lie_about_size(const struct call *call) {
  char width[64] = "0", height[64] = "0";
  sscanf(call->argument, "%63s %63s", width, height);
  say_format(call->sink, "{\"index\":%d,\"label\":\"x\",\"boxes\":{\"crop\":[0,0,%s,%s]}}",
             call->page, width, height);
  return RECTO_OK;
}

static int32_t lie_about_index(const struct call *call) {
  say_format(call->sink, "{\"index\":%s,\"label\":\"x\",\"boxes\":{\"crop\":[0,0,100,100]}}",
             call->argument);
  return RECTO_OK;
}

static int32_t lie_about_rotation(const struct call *call) {
  say_format(call->sink,
             "{\"index\":%d,\"label\":\"x\",\"rotation\":%s,\"boxes\":{\"crop\":[0,0,100,100]}}",
             call->page, call->argument);
  return RECTO_OK;
}

static int32_t lie_at_length(const struct call *call) {
  say_format(call->sink, "{\"index\":%d,\"boxes\":{\"crop\":[0,0,100,100]},\"label\":\"",
             call->page);
  for (int count = 0; count < 1 << 20; count++) say(call->sink, "long");
  say(call->sink, "\"}");
  return RECTO_OK;
}

// A link to a missing page, at an impossible place.
static int32_t lie_about_links(const struct call *call) {
  say(call->sink,
      "[{\"quads\":[[1e300,-1e300,1e300,0,0,0,0,0]],\"target\":{\"page\":2147483647}},"
      "{\"quads\":[],\"target\":{\"page\":-7}}]");
  return RECTO_OK;
}

static int32_t return_status(const struct call *call) { return atoi(call->argument); }

static int32_t fail_plainly(const struct call *call) {
  say(call->sink, "it was told to fail");
  return RECTO_DAMAGED;
}

bool is_spoiled;

static int32_t spoil(const struct call *call) {
  is_spoiled = true;
  return fail_plainly(call);
}

// A terminal would be cleared, and the text shown backward.
static int32_t fail_with_controls(const struct call *call) {
  static const char bytes[] = "bad\x1B[2J\r\n\0\x07\x7F \xE2\x80\xAE" "drawkcab\xC2\x9B" "31m";
  say_bytes(call->sink, bytes, sizeof bytes - 1);
  return RECTO_DAMAGED;
}

static int32_t fail_at_length(const struct call *call) {
  for (int count = 0; count < 1 << 20; count++) say(call->sink, "on and on ");
  return RECTO_DAMAGED;
}

static int32_t fail_with_bytes(const struct call *call) {
  say(call->sink, "bad \xFF\xFE\xC0\x80 bytes");
  return RECTO_DAMAGED;
}

static int32_t fail_without_words(const struct call *call) {
  (void)call;
  return RECTO_DAMAGED;
}

static int32_t paint_nothing(const struct call *call) {
  (void)call;
  return RECTO_OK;
}

// From the first pixel on, over the end.
static int32_t paint_beyond(const struct call *call) {
  if (call->job) memset(call->job->pixels, 0x11, (size_t)1 << 30);
  return CARRY_ON;
}

static int32_t paint_before(const struct call *call) {
  if (call->job) memset(call->job->pixels - (1 << 20), 0x11, 1 << 20);
  return CARRY_ON;
}

// A little over the end, where a bitmap of a page or more has room in its last page of memory.
static int32_t paint_a_row_more(const struct call *call) {
  if (call->job) {
    memset(call->job->pixels + call->job->stride * (size_t)call->job->height, 0x11,
           call->job->stride);
  }
  return CARRY_ON;
}

const struct command answers[] = {
    {"answer nothing", answer_nothing},
    {"answer prose", answer_prose},
    {"answer null", answer_null},
    {"answer truncated", answer_truncated},
    {"answer types", answer_types},
    {"answer nulls", answer_nulls},
    {"answer bytes", answer_bytes},
    {"answer zero", answer_with_zero},
    {"answer deep", answer_deep},
    {"answer huge", answer_huge},
    {"answer endless", answer_endless},
    {"answer nowhere", answer_nowhere},
    {"answer beyond", answer_beyond_memory},
    {"size", lie_about_size},
    {"index", lie_about_index},
    {"rotation", lie_about_rotation},
    {"label", lie_at_length},
    {"astray", lie_about_links},
    {"status", return_status},
    {"fail", fail_plainly},
    {"spoil", spoil},
    {"fail controls", fail_with_controls},
    {"fail long", fail_at_length},
    {"fail bytes", fail_with_bytes},
    {"fail mute", fail_without_words},
    {"paint nothing", paint_nothing},
    {"paint beyond", paint_beyond},
    {"paint before", paint_before},
    {"paint row", paint_a_row_more},
    {NULL, NULL},
};
