// Tries what a plugin has no right to, and tells in the page's text how it went: "NAME refused
// EACCES", "NAME failed ENOENT", or "NAME done". A sandbox may refuse, or show nothing that is
// there; it is broken where anything is done. "try all" tries everything, one line for each.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "misbehaving.h"
#include "probes.h"

static void try_one(const struct probe *probe, FILE *report) {
  errno = 0;
  if (probe->attempt() >= 0) {
    fprintf(report, "%s done\n", probe->name);
    return;
  }
  bool is_refused = errno == EPERM || errno == EACCES || errno == ENOSYS;
  fprintf(report, "%s %s %s\n", probe->name, is_refused ? "refused" : "failed",
          strerrorname_np(errno));
}

static int32_t try_probes(const struct call *call) {
  // Painting only paints; the text reports.
  if (call->job || !call->sink) return CARRY_ON;
  static const struct probe *const tables[] = {file_probes, process_probes, kernel_probes};
  char *text = NULL;
  size_t count = 0;
  FILE *report = open_memstream(&text, &count);
  if (!report) return RECTO_LIMIT;
  bool takes_all = !strcmp(call->argument, "all");
  for (size_t table = 0; table < sizeof tables / sizeof *tables; table++) {
    for (const struct probe *probe = tables[table]; probe->name; probe++) {
      if (takes_all || !strcmp(call->argument, probe->name)) try_one(probe, report);
    }
  }
  fclose(report);
  say_page_text(call->sink, call->page, count ? text : "there is no such probe");
  free(text);
  return RECTO_OK;
}

const struct command probe_commands[] = {{"try", try_probes}, {NULL, NULL}};
