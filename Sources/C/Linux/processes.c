#define _GNU_SOURCE
#include "CRectoLinux.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t linux_fork(void) { return fork(); }

// glibc has no wrapper for these two before 2.36.
int linux_process_descriptor(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int linux_signal_process(int descriptor, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, NULL, 0);
}

int linux_leave_first_processor(pid_t thread) {
  cpu_set_t processors;
  if (sched_getaffinity(thread, sizeof processors, &processors) != 0) return -1;
  if (CPU_COUNT(&processors) < 2) return 0;
  int first = 0;
  while (!CPU_ISSET(first, &processors)) first++;
  CPU_CLR(first, &processors);
  return sched_setaffinity(thread, sizeof processors, &processors);
}

int linux_run_when_idle(pid_t thread) {
  struct sched_param parameters = {0};
  return sched_setscheduler(thread, SCHED_IDLE, &parameters);
}

int linux_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }

void linux_close_others(const int *kept, int count) {
  unsigned int first = 0;
  for (int index = 0; index < count; index++) {
    unsigned int descriptor = (unsigned int)kept[index];
    if (descriptor > first) close_range(first, descriptor - 1, 0);
    first = descriptor + 1;
  }
  close_range(first, ~0U, 0);
}

int linux_child_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  if (sigprocmask(SIG_BLOCK, &signals, NULL) != 0) return -1;
  return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

int linux_processor_count(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

static char *no_variables[] = {NULL};

char **linux_environment(void) { return environ ? environ : no_variables; }

// Swift's runtime reads the environment when the library is loaded, and crashes if `environ` is NULL.
__attribute__((constructor(101))) static void make_environment(void) { environ = linux_environment(); }

int linux_ending_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

int linux_exit_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

int linux_sanitizer_threads(void) {
#if __has_feature(thread_sanitizer)
  return 1;
#else
  return 0;
#endif
}

int linux_has_sanitizer(void) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return 1;
#else
  return 0;
#endif
}
