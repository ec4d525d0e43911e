// Bibliographic facts, from the document's annotations: (metadata (key "value") …), with the keys
// of PDF's information dictionary or those of BibTeX.

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "djvu.h"
#include "json.h"

static const struct {
  const char *member, *keys[2];
} texts[] = {
    {"title", {"Title", "title"}},          {"author", {"Author", "author"}},
    {"subject", {"Subject", "subject"}},    {"keywords", {"Keywords", "keywords"}},
    {"language", {"Language", "language"}}, {"creator", {"Creator", "creator"}},
    {"producer", {"Producer", "producer"}},
};

static const struct {
  const char *member, *key;
} dates[] = {{"created", "CreationDate"}, {"modified", "ModDate"}};

static const char *value_of(miniexp_t annotations, const char *key) {
  const char *value = ddjvu_anno_get_metadata(annotations, miniexp_symbol(key));
  return value && *value ? value : NULL;
}

// A date of RFC 3339, such as 2026-11-21T10:00:00+01:00, moved to UTC. Anything else is left out.
static void write_date(struct json *json, const char *member, const char *date) {
  struct tm parts = {0};
  const char *rest = strptime(date, "%Y-%m-%d", &parts);
  if (!rest || (*rest != 'T' && *rest != 't' && *rest != ' ')) return;
  rest = strptime(rest + 1, "%H:%M:%S", &parts);
  if (!rest) return;
  if (*rest == '.') rest += 1 + strspn(rest + 1, "0123456789");
  char sign = 0;
  int hours = 0, minutes = 0;
  if (strcmp(rest, "Z") && strcmp(rest, "z") &&
      (sscanf(rest, "%c%2d:%2d", &sign, &hours, &minutes) != 3 || (sign != '+' && sign != '-'))) {
    return;
  }
  int offset = (hours * 60 + minutes) * 60;
  time_t seconds = timegm(&parts) - (sign == '-' ? -offset : offset);
  char text[40];
  struct tm utc;
  if (!gmtime_r(&seconds, &utc) || utc.tm_year < -1900 || utc.tm_year > 8099) return;
  snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02dZ", utc.tm_year + 1900, utc.tm_mon + 1,
           utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec);
  json_string(json, member, text);
}

static void write_members(struct json *json, miniexp_t annotations) {
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
    const char *value = value_of(annotations, texts[index].keys[0]);
    if (!value) value = value_of(annotations, texts[index].keys[1]);
    if (value) json_string(json, texts[index].member, value);
  }
  for (size_t index = 0; index < sizeof dates / sizeof *dates; index++) {
    const char *value = value_of(annotations, dates[index].key);
    if (value) write_date(json, dates[index].member, value);
  }
}

void write_metadata(struct json *json, struct book *book) {
  // The annotations that all pages share, or the page's own in a document of one page.
  miniexp_t annotations = ask_for(book, ddjvu_document_get_anno, 1);
  if (!annotations && book->page_count == 1) {
    annotations = ask_for(book, ddjvu_document_get_pageanno, 0);
  }
  json_open(json, "metadata", '{');
  if (annotations) write_members(json, annotations);
  json_close(json, '}');
  ddjvu_miniexp_release(book->document, annotations);
}
