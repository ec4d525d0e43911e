#define _GNU_SOURCE
#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static size_t mebibytes(const char *argument) { return (size_t)atoi(argument) << 20; }

static int allocate(const char *argument) {
  volatile char *memory = malloc(mebibytes(argument));
  if (!memory) return errno;
  *memory = 1;
  return 0;
}

static int map(const char *argument) {
  void *memory = mmap(0, mebibytes(argument), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}

static int open_files(const char *argument) {
  for (int count = atoi(argument); count > 0; count--)
    if (open("/dev/null", O_RDONLY) < 0) return errno;
  return 0;
}

static int raise_limit(const char *unused) {
  struct rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};
  return outcome(setrlimit(RLIMIT_AS, &unlimited));
}

// Done if the kernel would write a core file of any size.
static int dump_core(const char *unused) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) < 0) return errno;
  return limit.rlim_max > 0 ? 0 : EPERM;
}

static int write_output_file(const char *unused) { return outcome(write(0, "x", 1)); }

static int spin(const char *unused) {
  for (volatile unsigned long count = 0;; count++) {
  }
}

const attempt limit_attempts[] = {
    {"allocate", allocate},    {"map", map},   {"open-files", open_files},
    {"raise-limit", raise_limit}, {"write-to-input", write_output_file}, {"spin", spin}, {"dump-core", dump_core}, {0},
};
