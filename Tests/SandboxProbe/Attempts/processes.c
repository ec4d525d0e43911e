#define _GNU_SOURCE
#include "CSandboxProbe.h"
#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int run_program(const char *path) {
  execl(path, path, (char *)0);
  return errno;
}

// The child of an attempt that worked has nothing to do.
static int child(long process) {
  if (process == 0) _exit(0);
  if (process < 0) return errno;
  waitpid((pid_t)process, 0, 0);
  return 0;
}

static int forks(const char *unused) { return child(fork()); }
static int raw_clone(const char *unused) { return child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }

static int raw_clone3(const char *unused) {
  struct {
    unsigned long long flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
  } arguments = {.exit_signal = SIGCHLD};
  return child(syscall(SYS_clone3, &arguments, sizeof arguments));
}

static int vforks(const char *unused) {
#ifdef SYS_vfork
  return child(syscall(SYS_vfork));
#else
  return child(syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0));
#endif
}

static int trace_parent(const char *unused) {
  // A tracer that does not stop what it traces.
  if (ptrace(PTRACE_SEIZE, getppid(), 0, 0) < 0) return errno;
  ptrace(PTRACE_DETACH, getppid(), 0, 0);
  return 0;
}

// Signal 0 asks whether another could be sent.
static int signal_parent(const char *unused) { return outcome(kill(getppid(), 0)); }
static int signal_group(const char *unused) { return outcome(kill(0, 0)); }

static int signal_parents_thread(const char *unused) {
  return outcome(syscall(SYS_tgkill, getppid(), getppid(), 0));
}

static int read_parents_memory(const char *unused) {
  char byte;
  struct iovec local = {&byte, 1}, remote = {&byte, 1};
  return outcome(process_vm_readv(getppid(), &local, 1, &remote, 1, 0));
}

static int limit_parent(const char *unused) {
  return outcome(syscall(SYS_prlimit64, getppid(), 7, 0, 0));
}

static int own_signals(const char *unused) { return outcome(fcntl(0, F_SETOWN, getppid())); }

void probe_go_on_in_child(void) {
  pid_t process = fork();
  if (process == 0) return;
  int status = 0;
  waitpid(process, &status, 0);
  if (WIFSIGNALED(status)) {
    // The parent of the tests may have blocked it.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  _exit(WEXITSTATUS(status));
}

const attempt process_attempts[] = {
    {"exec", run_program},
    {"fork", forks},
    {"vfork", vforks},
    {"clone", raw_clone},
    {"clone3", raw_clone3},
    {"trace-parent", trace_parent},
    {"signal-parent", signal_parent},
    {"signal-group", signal_group},
    {"signal-thread-of-parent", signal_parents_thread},
    {"read-memory-of-parent", read_parents_memory},
    {"limits-of-parent", limit_parent},
    {"signal-by-descriptor", own_signals},
    {0},
};
