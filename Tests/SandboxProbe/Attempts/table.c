#define _GNU_SOURCE
#include "CSandboxProbe.h"
#include "attempts.h"

#include <errno.h>
#include <string.h>

int outcome(long result) { return result < 0 ? errno : 0; }

int probe_try(const char *name, const char *argument) {
  const attempt *tables[] = {file_attempts,   network_attempts, process_attempts,
                             kernel_attempts, limit_attempts,   allowed_attempts};
  for (size_t index = 0; index < sizeof tables / sizeof *tables; index++)
    for (const attempt *entry = tables[index]; entry->name; entry++)
      if (strcmp(entry->name, name) == 0) return entry->run(argument);
  return -1;
}

const char *probe_error_name(int error) { return strerrorname_np(error); }
