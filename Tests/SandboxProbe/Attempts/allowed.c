#define _GNU_SOURCE
#include "CSandboxProbe.h"
#include "attempts.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int load_library(const char *path) {
  return dlopen(path, RTLD_NOW | RTLD_LOCAL) ? 0 : ENOENT;
}

static void *one(void *result) {
  *(int *)result = 1;
  return 0;
}

static int run_thread(const char *unused) {
  pthread_t thread;
  int result = 0;
  int error = pthread_create(&thread, 0, one, &result);
  if (error) return error;
  pthread_join(thread, 0);
  return result ? 0 : ECHILD;
}

static int aborts(const char *unused) { abort(); }

static int read_input(const char *expected) {
  char text[64] = {0};
  if (read(0, text, sizeof text - 1) < 0) return errno;
  return strcmp(text, expected) == 0 ? 0 : EILSEQ;
}

static int descend(int depth) {
  volatile char frame[1 << 20];
  for (size_t index = 0; index < sizeof frame; index += 4096) frame[index] = (char)depth;
  return depth == 0 ? 0 : descend(depth - 1) + frame[0] - (char)depth;
}

// Frames of 1 MiB.
static int recurse(const char *depth) { return descend(atoi(depth)); }

static int run_made_code(const char *unused) {
  void *memory = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                      -1, 0);
  return memory == MAP_FAILED ? errno : 0;
}

static int wait_long(const char *unused) {
  if (write(1, "waiting\n", 8) < 0) return errno;
  // Longer than any test waits, and yet bounded.
  sleep(3600);
  return 0;
}

static int nothing(const char *unused) { return 0; }

const attempt allowed_attempts[] = {
    {"load", load_library}, {"thread", run_thread},      {"abort", aborts},
    {"read-input", read_input}, {"recurse", recurse},    {"code", run_made_code},
    {"wait", wait_long}, {"nothing", nothing},       {0},
};

static void *sleep_for_ever(void *unused) {
  for (;;) pause();
}

void probe_start_thread(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sleep_for_ever, 0);
}
