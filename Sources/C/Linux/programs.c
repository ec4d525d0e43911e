#define _GNU_SOURCE
#include "CRectoLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Between fork and exec only calls that are safe in a child of a process with threads: the system's
// own, without what glibc does around them to change the user of all threads.
static void become(unsigned int user) {
  if (syscall(SYS_getuid) != 0) return;
  if (syscall(SYS_setgroups, 0, NULL) != 0 || syscall(SYS_setresgid, user, user, user) != 0 ||
      syscall(SYS_setresuid, user, user, user) != 0 || syscall(SYS_getuid) == 0)
    _exit(126);
}

static void limit(int resource, rlim_t value) {
  struct rlimit both = {value, value};
  if (setrlimit(resource, &both) != 0) _exit(126);
}

static void take(int descriptor, int number) {
  if (dup2(descriptor, number) < 0) _exit(126);
}

// Waits until something is to be read, and leaves it there for the program.
static void wait_for_word(int socket) {
  char byte;
  ssize_t count;
  do count = recv(socket, &byte, 1, MSG_PEEK);
  while (count < 0 && errno == EINTR);
  if (count <= 0) _exit(0);
}

static void write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY);
  if (file < 0 || write(file, text, strlen(text)) < 0) _exit(126);
  close(file);
}

// Forks the first process of a PID namespace (pid_namespaces(7)): all that it starts end with it.
// Without root this needs a user namespace, which maps the user to themselves. If the system allows
// neither, forks an ordinary process.
static pid_t fork_first_process(void) {
  int is_root = getuid() == 0;
  char users[32], groups[32];
  snprintf(users, sizeof users, "%u %u 1", geteuid(), geteuid());
  snprintf(groups, sizeof groups, "%u %u 1", getegid(), getegid());
  int apart = is_root ? CLONE_NEWPID : CLONE_NEWPID | CLONE_NEWUSER;
  long process = syscall(SYS_clone, apart | SIGCHLD, NULL, NULL, NULL, NULL);
  if (process < 0) return fork();
  if (process == 0 && !is_root) {
    write_file("/proc/self/setgroups", "deny");
    write_file("/proc/self/uid_map", users);
    write_file("/proc/self/gid_map", groups);
  }
  return (pid_t)process;
}

// Leaves the controlling terminal and its signals. The program stays in the session of its host: the
// kernel shares processors between sessions first, and priorities count only within one (sched(7),
// autogroups).
static void leave_terminal(void) {
  int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (terminal < 0 && errno != ENXIO && setsid() < 0) _exit(126);
  if (terminal >= 0 && ioctl(terminal, TIOCNOTTY) != 0) _exit(126);
  if (terminal >= 0) close(terminal);
  setpgid(0, 0);
}

pid_t linux_prepare_program(const linux_program *program) {
  pid_t process = fork_first_process();
  if (process != 0) return process;
  struct sigaction usual = {.sa_handler = SIG_DFL};
  for (int number = 1; number < 32; number++) sigaction(number, &usual, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // Out of the way of the numbers that it is to have.
  int socket = fcntl(program->socket, F_DUPFD, 10);
  int nowhere = open("/dev/null", O_RDWR);
  if (socket < 0 || nowhere < 0) _exit(126);
  for (int stream = 0; stream < 3; stream++) take(nowhere, stream);
  take(socket, 3);
  take(socket, 4);
  close_range(5, ~0U, 0);
  leave_terminal();
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_DATA, program->data_bytes);
  become(program->user);
  // Forgotten when the user changes, so after that.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) _exit(126);
  wait_for_word(3);
  execve(program->path, program->arguments, program->environment);
  _exit(127);
}
