// The network, and other processes.

#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probes.h"

extern char **environ;

static long make_socket(int family, int type, int protocol) {
  int descriptor = socket(family, type | SOCK_CLOEXEC, protocol);
  if (descriptor >= 0) close(descriptor);
  return descriptor;
}

static long tcp_socket(void) { return make_socket(AF_INET, SOCK_STREAM, 0); }
static long tcp6_socket(void) { return make_socket(AF_INET6, SOCK_STREAM, 0); }
static long udp_socket(void) { return make_socket(AF_INET, SOCK_DGRAM, 0); }
static long unix_socket(void) { return make_socket(AF_UNIX, SOCK_STREAM, 0); }
static long raw_socket(void) { return make_socket(AF_INET, SOCK_RAW, IPPROTO_ICMP); }
static long netlink_socket(void) { return make_socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE); }

static long socket_pair(void) {
  int pair[2];
  long result = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair);
  if (result == 0) close(pair[0]), close(pair[1]);
  return result;
}

// Counts as done even without a listener: the call was let out.
static long connect_local(void) {
  int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  long result = connect(descriptor, (struct sockaddr *)&address, sizeof address);
  if (result < 0 && errno == ECONNREFUSED) result = 0;
  int reason = errno;
  close(descriptor);
  errno = reason;
  return result;
}

// By a descriptor that the process was given.
static long connect_inherited(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "/run/systemd/journal/socket"};
  long result = -1;
  int refusal = EBADF;
  for (int descriptor = 3; descriptor < 64 && result < 0; descriptor++) {
    result = connect(descriptor, (struct sockaddr *)&address, sizeof address);
    if (result < 0 && errno != EBADF && errno != ENOTSOCK) refusal = errno;
  }
  errno = refusal;
  return result;
}

static long wait_for(pid_t child) {
  if (child < 0) return -1;
  waitpid(child, NULL, 0);
  return 0;
}

static long fork_process(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  return wait_for(child);
}

static long vfork_process(void) {
  pid_t child = vfork();
  if (child == 0) _exit(0);
  return wait_for(child);
}

static long clone_process(void) {
  pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return wait_for(child);
}

static long clone3_process(void) {
  struct {
    uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls;
  } arguments = {.exit_signal = SIGCHLD};
  pid_t child = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
  if (child == 0) _exit(0);
  return wait_for(child);
}

static long spawn_process(void) {
  char *const arguments[] = {"true", NULL};
  pid_t child;
  errno = posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ);
  return errno ? -1 : wait_for(child);
}

// On success nothing can be reported: the worker has become another program.
static long execute(void) {
  char *const arguments[] = {"true", NULL};
  return execve("/bin/true", arguments, environ);
}

static long execute_descriptor(void) {
  char *const arguments[] = {"true", NULL};
  long result = -1;
  int refusal = EBADF;
  for (int descriptor = 3; descriptor < 64 && result < 0; descriptor++) {
    result = syscall(SYS_execveat, descriptor, "", arguments, environ, 0x1000 /* AT_EMPTY_PATH */);
    if (errno != EBADF) refusal = errno;
  }
  errno = refusal;
  return result;
}

static long trace_parent(void) {
  long result = ptrace(PTRACE_SEIZE, getppid(), NULL, NULL);
  if (result == 0) {
    // Letting it go needs it stopped.
    ptrace(PTRACE_INTERRUPT, getppid(), NULL, NULL);
    waitpid(getppid(), NULL, __WALL);
    ptrace(PTRACE_DETACH, getppid(), NULL, NULL);
  }
  return result;
}

static long read_parent(void) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)&environ, 1};
  return process_vm_readv(getppid(), &here, 1, &there, 1, 0);
}

static long signal_parent(void) { return kill(getppid(), 0); }
static long signal_all(void) { return kill(-1, 0); }
static long signal_first(void) { return kill(1, 0); }
static long queue_signal(void) { return sigqueue(getppid(), 0, (union sigval){0}); }
static long open_process(void) {
  long descriptor = syscall(SYS_pidfd_open, getppid(), 0);
  if (descriptor >= 0) close((int)descriptor);
  return descriptor;
}

static long slow_parent(void) {
  return setpriority(PRIO_PROCESS, (id_t)getppid(), getpriority(PRIO_PROCESS, (id_t)getppid()));
}

static long limit_parent(void) {
  struct rlimit limit;
  if (prlimit(getppid(), RLIMIT_CORE, NULL, &limit)) return -1;
  return prlimit(getppid(), RLIMIT_CORE, &limit, NULL);
}

static long pin_parent(void) {
  cpu_set_t processors;
  if (sched_getaffinity(getppid(), sizeof processors, &processors)) return -1;
  return sched_setaffinity(getppid(), sizeof processors, &processors);
}

const struct probe process_probes[] = {
    {"tcp-socket", tcp_socket},
    {"tcp6-socket", tcp6_socket},
    {"udp-socket", udp_socket},
    {"unix-socket", unix_socket},
    {"raw-socket", raw_socket},
    {"netlink-socket", netlink_socket},
    {"socket-pair", socket_pair},
    {"connect-local", connect_local},
    {"connect-inherited", connect_inherited},
    {"fork", fork_process},
    {"vfork", vfork_process},
    {"clone", clone_process},
    {"clone3", clone3_process},
    {"spawn", spawn_process},
    {"exec", execute},
    {"exec-descriptor", execute_descriptor},
    {"trace-parent", trace_parent},
    {"read-parent", read_parent},
    {"signal-parent", signal_parent},
    {"signal-all", signal_all},
    {"signal-first", signal_first},
    {"queue-signal", queue_signal},
    {"open-process", open_process},
    {"slow-parent", slow_parent},
    {"limit-parent", limit_parent},
    {"pin-parent", pin_parent},
    {NULL, NULL},
};
