// The system calls that a worker may make: those that a renderer of documents needs on files that
// are open already or that Landlock lets it open, memory, threads and clocks. All others fail with
// EPERM, which libraries handle.

#define _GNU_SOURCE
#include "CRectoSandbox.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define CALL(name) SCMP_SYS(name)

// Calls that pass whatever their arguments are. libseccomp leaves out what an architecture lacks.
static const int passing[] = {
    // Memory. Executable memory is needed: plugins are loaded in the sandbox, and libvips
    // compiles loops.
    CALL(brk), CALL(mmap), CALL(munmap), CALL(mremap), CALL(mprotect), CALL(madvise),
    CALL(membarrier),
    // Reading and listing what Landlock lets it open.
    CALL(read), CALL(readv), CALL(pread64), CALL(preadv), CALL(lseek), CALL(getdents64),
    CALL(stat), CALL(lstat), CALL(fstat), CALL(newfstatat), CALL(statx), CALL(statfs),
    CALL(fstatfs), CALL(access), CALL(faccessat), CALL(faccessat2), CALL(readlink),
    CALL(readlinkat), CALL(fadvise64), CALL(getcwd),
    // Descriptors that it was given: the host's socket and standard error. send and recv are not
    // among them: they take an address.
    CALL(write), CALL(writev), CALL(recvmsg), CALL(sendmsg), CALL(dup), CALL(dup2), CALL(dup3),
    CALL(close), CALL(close_range), CALL(poll), CALL(ppoll), CALL(select), CALL(pselect6),
    // Waiting on several descriptors, which runtimes do with one of their own.
    CALL(epoll_create1), CALL(epoll_ctl), CALL(epoll_wait), CALL(epoll_pwait), CALL(eventfd2),
    CALL(timerfd_create), CALL(timerfd_settime),
    // Threads.
    CALL(futex), CALL(set_robust_list), CALL(rseq), CALL(set_tid_address), CALL(gettid),
    CALL(sched_yield), CALL(sched_getaffinity), CALL(exit), CALL(exit_group),
    // Signals to itself; sending is below.
    CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(rt_sigreturn), CALL(rt_sigsuspend),
    CALL(rt_sigtimedwait), CALL(rt_sigpending), CALL(sigaltstack), CALL(restart_syscall),
    CALL(pause),
    // Clocks.
    CALL(clock_gettime), CALL(clock_getres), CALL(clock_nanosleep), CALL(nanosleep),
    CALL(gettimeofday), CALL(time),
    // Facts about itself and the machine.
    CALL(getpid), CALL(getppid), CALL(getuid), CALL(geteuid), CALL(getgid), CALL(getegid),
    CALL(getrandom), CALL(getrlimit), CALL(getrusage), CALL(times), CALL(sysinfo), CALL(uname),
    CALL(getcpu),
};

// The permitted fcntl commands. Locks and leases are not among them, nor F_SETOWN, which has a
// signal sent to a process when a descriptor is ready.
static const int descriptor_commands[] = {
    F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GET_SEALS,
};

// The permitted prctl options: naming threads and memory.
static const int process_commands[] = {PR_SET_NAME, PR_GET_NAME, PR_SET_VMA};

// A thread, in no namespace of its own. These flags of clone must be so, the others may be as they
// like.
#define THREAD_FLAGS CLONE_THREAD
#define NAMESPACE_FLAGS \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | \
   CLONE_NEWNET)

// O_TMPFILE without O_DIRECTORY, which it contains.
#define TEMPORARY_FILE (O_TMPFILE & ~O_DIRECTORY)
// Landlock refuses these too, but truncating only since its third version. The only
// writing that remains is to /dev/null.
#define CREATING_FLAGS (O_CREAT | O_TRUNC | TEMPORARY_FILE)

// Stands for the process in a compiled filter, which is made before the process is. No process has
// this number: they end at 2^22 (proc(5), pid_max).
enum { OWN_PROCESS = 0x5e1f5e1f };

static int allow_calls(scmp_filter_ctx context) {
  for (size_t index = 0; index < COUNT(passing); index++) {
    int error = seccomp_rule_add(context, SCMP_ACT_ALLOW, passing[index], 0);
    if (error) return error;
  }
  return 0;
}

// Allows a call where the argument of this index has one of these values.
static int allow_values(scmp_filter_ctx context, int call, unsigned argument, const int *values,
                        size_t count) {
  for (size_t index = 0; index < count; index++) {
    // A command is 32 bits wide, and the kernel looks at no more of it.
    int error = seccomp_rule_add(
        context, SCMP_ACT_ALLOW, call, 1,
        SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, (uint32_t)values[index]));
    if (error) return error;
  }
  return 0;
}

static int allow_arguments(scmp_filter_ctx context) {
  static const int terminal_questions[] = {TCGETS};
  static const int self[] = {OWN_PROCESS};
  int error = allow_values(context, CALL(fcntl), 1, descriptor_commands,
                           COUNT(descriptor_commands));
  if (!error)
    error = allow_values(context, CALL(prctl), 0, process_commands, COUNT(process_commands));
  // isatty, which stdio asks.
  if (!error) error = allow_values(context, CALL(ioctl), 1, terminal_questions, 1);
  // abort and raise.
  if (!error) error = allow_values(context, CALL(tgkill), 0, self, 1);
  if (!error) error = allow_values(context, CALL(kill), 0, self, 1);
  if (!error)
    error = seccomp_rule_add(context, SCMP_ACT_ALLOW, CALL(open), 1,
                             SCMP_A1(SCMP_CMP_MASKED_EQ, CREATING_FLAGS, 0));
  if (!error)
    error = seccomp_rule_add(context, SCMP_ACT_ALLOW, CALL(openat), 1,
                             SCMP_A2(SCMP_CMP_MASKED_EQ, CREATING_FLAGS, 0));
  // The priority of a thread of its own, which Dispatch sets; without a capability only downward.
  if (!error)
    error = seccomp_rule_add(context, SCMP_ACT_ALLOW, CALL(setpriority), 2,
                             SCMP_A0(SCMP_CMP_EQ, PRIO_PROCESS), SCMP_A1(SCMP_CMP_EQ, 0));
  // Its own limits, and those only to read.
  if (!error)
    error = seccomp_rule_add(context, SCMP_ACT_ALLOW, CALL(prlimit64), 2,
                             SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
  if (!error)
    error = seccomp_rule_add(
        context, SCMP_ACT_ALLOW, CALL(clone), 1,
        SCMP_A0(SCMP_CMP_MASKED_EQ, THREAD_FLAGS | NAMESPACE_FLAGS, THREAD_FLAGS));
  // Its flags are in memory, where a filter cannot look. As if the kernel were too old for it,
  // which has glibc take clone.
  if (!error) error = seccomp_rule_add(context, SCMP_ACT_ERRNO(ENOSYS), CALL(clone3), 0);
  return error;
}

static int add_rules(scmp_filter_ctx context) {
  // Another architecture's calls have other numbers; no honest program makes them.
  int error = seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  // A tree of comparisons in place of a list of a hundred.
  if (!error) error = seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (!error) error = allow_calls(context);
  if (!error) error = allow_arguments(context);
  return error;
}

struct sandbox_filter {
  size_t count;
  struct sock_filter instructions[];
};

// The instructions that libseccomp writes to a descriptor: version 2.5 writes nowhere else.
static sandbox_filter *export(scmp_filter_ctx context, int descriptor) {
  int error = seccomp_export_bpf(context, descriptor);
  off_t size = lseek(descriptor, 0, SEEK_END);
  if (error || size <= 0) {
    errno = error ? -error : EIO;
    return NULL;
  }
  size_t count = (size_t)size / sizeof(struct sock_filter);
  if (count > BPF_MAXINSNS) {
    errno = E2BIG;
    return NULL;
  }
  sandbox_filter *filter = malloc(sizeof *filter + (size_t)size);
  if (!filter) return NULL;
  filter->count = count;
  if (pread(descriptor, filter->instructions, (size_t)size, 0) == size) return filter;
  free(filter);
  errno = EIO;
  return NULL;
}

sandbox_filter *sandbox_filter_make(void) {
  scmp_filter_ctx context = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (!context) {
    errno = ENOMEM;
    return NULL;
  }
  int error = -add_rules(context);
  sandbox_filter *filter = NULL;
  int descriptor = error ? -1 : memfd_create("recto-filter", MFD_CLOEXEC);
  if (descriptor >= 0) filter = export(context, descriptor);
  if (!error) error = errno;
  if (descriptor >= 0) close(descriptor);
  seccomp_release(context);
  errno = error;
  return filter;
}

void sandbox_filter_free(sandbox_filter *filter) { free(filter); }

int sandbox_filter_enforce(const sandbox_filter *filter) {
  struct sock_filter instructions[BPF_MAXINSNS];
  struct sock_fprog program = {.len = (unsigned short)filter->count, .filter = instructions};
  unsigned int own = (unsigned int)getpid();
  for (size_t index = 0; index < filter->count; index++) {
    instructions[index] = filter->instructions[index];
    if (instructions[index].k == OWN_PROCESS) instructions[index].k = own;
  }
  // The process has one thread, so that the filter need not reach others.
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
