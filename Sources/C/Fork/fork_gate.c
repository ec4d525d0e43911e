#define _GNU_SOURCE
#include "CRectoFork.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

enum { LONGEST_WAIT_SECONDS = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int inside;     // threads
static bool is_closed;  // a thread is about to fork
static atomic_bool is_started;

// The number of times that this thread has entered.
static _Thread_local int depth;

// A thread that forks inside a call does not wait for itself.
static int own(void) { return depth > 0 ? 1 : 0; }

// The lock stays held until the fork is done.
static void before_fork(void) {
  struct timespec latest;
  clock_gettime(CLOCK_MONOTONIC, &latest);
  latest.tv_sec += LONGEST_WAIT_SECONDS;
  pthread_mutex_lock(&lock);
  // Another thread's fork comes first.
  while (is_closed) pthread_cond_wait(&change, &lock);
  is_closed = true;
  while (inside > own() &&
         pthread_cond_clockwait(&change, &lock, CLOCK_MONOTONIC, &latest) == 0) {
  }
}

static void after_fork_in_parent(void) {
  is_closed = false;
  pthread_cond_broadcast(&change);
  pthread_mutex_unlock(&lock);
}

static void after_fork_in_child(void) {
  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&change, NULL);
  is_closed = false;
  inside = own();
}

static void start(void) {
  pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  atomic_store(&is_started, true);
}

void fork_gate_start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
}

void fork_gate_enter(void) {
  if (!atomic_load(&is_started) || depth++ > 0) return;
  pthread_mutex_lock(&lock);
  while (is_closed) pthread_cond_wait(&change, &lock);
  inside++;
  pthread_mutex_unlock(&lock);
}

void fork_gate_leave(void) {
  // Entered before the start.
  if (depth == 0 || --depth > 0) return;
  pthread_mutex_lock(&lock);
  inside--;
  if (is_closed) pthread_cond_broadcast(&change);
  pthread_mutex_unlock(&lock);
}

int fork_gate_leave_all(void) {
  int before = depth;
  if (before > 0) {
    depth = 1;
    fork_gate_leave();
  }
  return before;
}

void fork_gate_return(int before) {
  if (before == 0) return;
  // Enters even while a fork waits: this thread may hold a lock that another one inside needs.
  pthread_mutex_lock(&lock);
  inside++;
  pthread_mutex_unlock(&lock);
  depth = before;
}
