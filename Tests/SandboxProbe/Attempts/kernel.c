#define _GNU_SOURCE
#include "CSandboxProbe.h"
#include "attempts.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int mounts(const char *path) { return outcome(mount("none", path, "tmpfs", 0, 0)); }
static int user_namespace(const char *unused) { return outcome(unshare(CLONE_NEWUSER)); }
static int memory_file(const char *unused) { return outcome(memfd_create("probe", 0)); }
static int other_personality(const char *unused) { return outcome(personality(ADDR_NO_RANDOMIZE)); }
static int type_at_terminal(const char *unused) { return outcome(ioctl(0, TIOCSTI, "x")); }
static int dumpable(const char *unused) { return outcome(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)); }

static int ring(const char *unused) {
  char parameters[120] = {0};
  return outcome(syscall(SYS_io_uring_setup, 1, parameters));
}

static int kernel_program(const char *unused) { return outcome(syscall(SYS_bpf, 0, 0, 0)); }
static int counters(const char *unused) {
  return outcome(syscall(SYS_perf_event_open, 0, 0, -1, -1, 0));
}
static int page_faults(const char *unused) { return outcome(syscall(SYS_userfaultfd, 1)); }
static int keys(const char *unused) { return outcome(syscall(SYS_keyctl, 0, -4, 0, 0, 0)); }

// A call of another architecture's table: x32 marks its numbers, and elsewhere no call has this.
static int foreign_call(const char *unused) {
  return outcome(syscall(0x40000000 | SYS_getpid));
}

const attempt kernel_attempts[] = {
    {"mount", mounts},
    {"namespace", user_namespace},
    {"memfd", memory_file},
    {"personality", other_personality},
    {"terminal", type_at_terminal},
    {"dumpable", dumpable},
    {"io_uring", ring},
    {"bpf", kernel_program},
    {"perf", counters},
    {"userfaultfd", page_faults},
    {"keyctl", keys},
    {"foreign-call", foreign_call},
    {0},
};

int probe_hide_call(long number, int error) {
  struct sock_filter instructions[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned int)number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned int)error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {4, instructions};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

// <sys/syscall.h> may be older than Landlock.
long probe_landlock_number(void) { return 444; }
long probe_seccomp_number(void) { return SYS_seccomp; }
