#define _GNU_SOURCE
#include "CRectoFork.h"
#include "CRectoTasks.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SWIFT __attribute__((swiftcall))

// The hooks of Swift's runtime (stdlib/public/Concurrency/ConcurrencyHooks.def): a program sets them to
// run tasks itself. The generic executor is two zeros.
extern void (*swift_task_enqueueGlobal_hook)(void *job, void *original) SWIFT;
extern void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long nanoseconds,
                                                            void *job, void *original) SWIFT;
extern void (*swift_task_enqueueGlobalWithDeadline_hook)(long long seconds,
                                                               long long nanoseconds,
                                                               long long slack_seconds,
                                                               long long slack_nanoseconds,
                                                               int clock, void *job,
                                                               void *original) SWIFT;
extern void swift_job_run(void *job, void *executor, void *implementation) SWIFT;

enum { CONTINUOUS_CLOCK = 1 };

typedef struct entry {
  struct entry *next;
  void *job;
  struct timespec due;  // of CLOCK_MONOTONIC
} entry;

// The tasks of one process. A child's is another one, since the threads of this did not come along.
typedef struct pool {
  pid_t process;
  pthread_mutex_t lock;
  pthread_cond_t change;
  entry *first, **end;  // those that can run, the oldest first
  entry *later;         // those that cannot yet, the next first
  int ready;            // the number of those that can run
  int threads, idle, most;
} pool;

static _Atomic(pool *) present;

static pool *make_pool(void) {
  pool *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->process = getpid();
  pthread_mutex_init(&made->lock, NULL);
  pthread_cond_init(&made->change, NULL);
  made->end = &made->first;
  cpu_set_t set;
  int processors = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
  made->most = processors < 2 ? 2 : processors;
  return made;
}

static pool *own_pool(void) {
  pool *found = atomic_load(&present);
  while (!found || found->process != getpid()) {
    pool *made = make_pool();
    if (atomic_compare_exchange_strong(&present, &found, made)) return made;
    free(made);
  }
  return found;
}

static int is_before(struct timespec a, struct timespec b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

static void append(pool *pool, entry *entry) {
  entry->next = NULL;
  *pool->end = entry;
  pool->end = &entry->next;
  pool->ready++;
}

static void *run(void *context);

// The host's signals are for its own threads.
static void start_thread(pool *pool) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  if (pthread_create(&thread, &attributes, run, pool) == 0)
    pool->threads++;
  else if (pool->threads == 0)
    abort();  // nothing would ever run
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// Wakes a thread for the tasks that wait, or starts one if the idle ones do not suffice: a thread
// counts as idle until it has taken what it was woken for. With the lock held.
static void wake(pool *pool) {
  if (!pool->first && !pool->later) return;
  int is_short = pool->ready > pool->idle || pool->idle == 0;
  if (is_short && pool->threads < pool->most) start_thread(pool);
  pthread_cond_signal(&pool->change);
}

// Waits for the next task. With the lock held.
static entry *next_entry(pool *pool) {
  for (;;) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    while (pool->later && !is_before(now, pool->later->due)) {
      entry *due = pool->later;
      pool->later = due->next;
      append(pool, due);
    }
    entry *found = pool->first;
    if (found) {
      pool->first = found->next;
      if (!pool->first) pool->end = &pool->first;
      pool->ready--;
      // Several may have become due at once, or be due later, and this thread is busy now.
      wake(pool);
      return found;
    }
    pool->idle++;
    if (pool->later)
      pthread_cond_clockwait(&pool->change, &pool->lock, CLOCK_MONOTONIC, &pool->later->due);
    else
      pthread_cond_wait(&pool->change, &pool->lock);
    pool->idle--;
  }
}

static void *run(void *context) {
  pool *pool = context;
  pthread_mutex_lock(&pool->lock);
  for (;;) {
    entry *entry = next_entry(pool);
    pthread_mutex_unlock(&pool->lock);
    fork_gate_enter();
    swift_job_run(entry->job, NULL, NULL);
    fork_gate_leave();
    free(entry);
    pthread_mutex_lock(&pool->lock);
  }
}

static void enqueue_after(unsigned long long nanoseconds, void *job) {
  pool *pool = own_pool();
  entry *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->job = job;
  pthread_mutex_lock(&pool->lock);
  if (nanoseconds == 0) {
    append(pool, made);
  } else {
    clock_gettime(CLOCK_MONOTONIC, &made->due);
    nanoseconds += (unsigned long long)made->due.tv_nsec;
    made->due.tv_sec += (time_t)(nanoseconds / 1000000000);
    made->due.tv_nsec = (long)(nanoseconds % 1000000000);
    entry **place = &pool->later;
    while (*place && !is_before(made->due, (*place)->due)) place = &(*place)->next;
    made->next = *place;
    *place = made;
  }
  wake(pool);
  pthread_mutex_unlock(&pool->lock);
}

static SWIFT void enqueue(void *job, void *original) {
  (void)original;
  enqueue_after(0, job);
}

static SWIFT void enqueue_with_delay(unsigned long long nanoseconds, void *job, void *original) {
  (void)original;
  enqueue_after(nanoseconds, job);
}

static SWIFT void enqueue_with_deadline(long long seconds, long long nanoseconds,
                                        long long slack_seconds, long long slack_nanoseconds,
                                        int clock, void *job, void *original) {
  (void)slack_seconds, (void)slack_nanoseconds, (void)original;
  struct timespec now;
  clock_gettime(clock == CONTINUOUS_CLOCK ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
  long long left = (seconds - now.tv_sec) * 1000000000 + nanoseconds - now.tv_nsec;
  enqueue_after(left > 0 ? (unsigned long long)left : 0, job);
}

void tasks_start(void) {
  swift_task_enqueueGlobalWithDelay_hook = enqueue_with_delay;
  swift_task_enqueueGlobalWithDeadline_hook = enqueue_with_deadline;
  swift_task_enqueueGlobal_hook = enqueue;
}
