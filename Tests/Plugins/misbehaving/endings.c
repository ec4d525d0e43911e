// Ends the process, keeps it from going on, or takes more of the machine than it is given.

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "misbehaving.h"

extern char **environ;

static int32_t crash(const struct call *call) {
  (void)call;
  volatile int *volatile nowhere = (int *)8;
  *nowhere = 1;
  return CARRY_ON;
}

static int32_t crash_abort(const struct call *call) {
  (void)call;
  abort();
}

// Recurses beyond any stack; the stack is used, so that it does not become a loop.
static int deeper(volatile int levels) {
  volatile char room[4096] = {(char)levels};
  return levels ? deeper(levels + 1) + room[0] : 0;
}

static int32_t crash_stack(const struct call *call) {
  (void)call;
  return deeper(1) ? CARRY_ON : RECTO_OK;
}

static int32_t crash_trap(const struct call *call) {
  (void)call;
  __builtin_trap();
}

// Reads a page beyond the end of a file, as when a mapped source is truncated.
static int32_t crash_bus(const struct call *call) {
  (void)call;
  FILE *empty = tmpfile();
  int descriptor = empty ? fileno(empty) : memfd_create("empty", 0);
  volatile char *mapped = mmap(NULL, 4096, PROT_READ, MAP_SHARED, descriptor, 0);
  if (mapped == MAP_FAILED) raise(SIGBUS);
  return mapped[0] ? CARRY_ON : RECTO_OK;
}

static int32_t raise_signal(const struct call *call) {
  raise(atoi(call->argument));
  return CARRY_ON;
}

static int32_t leave(const struct call *call) {
  exit(atoi(call->argument));
}

static int32_t leave_now(const struct call *call) {
  _exit(atoi(call->argument));
}

static int32_t leave_thread(const struct call *call) {
  (void)call;
  pthread_exit(NULL);
}

static int32_t hang(const struct call *call) {
  (void)call;
  for (volatile unsigned turns = 0;; turns++) {
  }
  return CARRY_ON;
}

// With every signal blocked that can be.
static int32_t hang_deaf(const struct call *call) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  return hang(call);
}

static int32_t hang_asleep(const struct call *call) {
  (void)call;
  for (;;) pause();
  return CARRY_ON;
}

static int32_t hang_locked(const struct call *call) {
  (void)call;
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  for (;;) pthread_mutex_lock(&mutex);
  return CARRY_ON;
}

// Some milliseconds.
static int32_t dawdle(const struct call *call) {
  long milliseconds = atol(call->argument);
  struct timespec rest = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  while (nanosleep(&rest, &rest)) {
  }
  return CARRY_ON;
}

// Some MiB, which are never freed; without an argument as much as there is, and then a crash.
static int32_t allocate(const struct call *call) {
  enum { MIB = 1 << 20 };
  long wanted = *call->argument ? atol(call->argument) : -1;
  for (long count = 0; count != wanted; count++) {
    char *block = malloc(MIB);
    if (!block) abort();
    // Not zeros, which cost no memory; the write cannot be left out although it is never read.
    memset(block, 0x5A, MIB);
    __asm__ volatile("" : : "r"(block) : "memory");
  }
  return CARRY_ON;
}

// Address space without memory behind it.
static int32_t reserve(const struct call *call) {
  (void)call;
  for (;;) {
    void *mapped = mmap(NULL, 1 << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return CARRY_ON;
  }
}

static void *sleep_for_good(void *unused) {
  for (;;) pause();
  return unused;
}

static int32_t start_threads(const struct call *call) {
  for (int count = atoi(call->argument); count > 0; count--) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, sleep_for_good, NULL)) return CARRY_ON;
    pthread_detach(thread);
  }
  return CARRY_ON;
}

// The children outlive the worker where they can.
static int32_t fork_child(const struct call *call) {
  (void)call;
  if (fork() == 0) sleep_for_good(NULL);
  return CARRY_ON;
}

static int32_t fork_with_vfork(const struct call *call) {
  (void)call;
  if (vfork() == 0) _exit(0);
  return CARRY_ON;
}

static int32_t fork_with_clone(const struct call *call) {
  (void)call;
  if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) sleep_for_good(NULL);
  return CARRY_ON;
}

static int32_t fork_with_spawn(const struct call *call) {
  (void)call;
  char *const arguments[] = {"sleep", "1000", NULL};
  pid_t child;
  posix_spawnp(&child, "sleep", NULL, NULL, arguments, environ);
  return CARRY_ON;
}

static int32_t kill_parent(const struct call *call) {
  (void)call;
  kill(getppid(), SIGKILL);
  return CARRY_ON;
}

const struct command endings[] = {
    {"crash", crash},
    {"crash abort", crash_abort},
    {"crash stack", crash_stack},
    {"crash trap", crash_trap},
    {"crash bus", crash_bus},
    {"raise", raise_signal},
    {"exit", leave},
    {"exit now", leave_now},
    {"exit thread", leave_thread},
    {"hang", hang},
    {"hang deaf", hang_deaf},
    {"hang asleep", hang_asleep},
    {"hang locked", hang_locked},
    {"sleep", dawdle},
    {"allocate", allocate},
    {"reserve", reserve},
    {"threads", start_threads},
    {"fork", fork_child},
    {"fork vfork", fork_with_vfork},
    {"fork clone", fork_with_clone},
    {"fork spawn", fork_with_spawn},
    {"kill parent", kill_parent},
    {NULL, NULL},
};
