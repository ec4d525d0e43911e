// Parts of the kernel that no renderer of documents needs, and that holes have been found in.

#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probes.h"

static long closed(long descriptor) {
  if (descriptor >= 0) close((int)descriptor);
  return descriptor;
}

static long mount_folder(void) {
  return mount("none", "/tmp", "tmpfs", 0, NULL) ? -1 : umount2("/tmp", MNT_DETACH);
}

static long unshare_users(void) { return unshare(CLONE_NEWUSER); }
static long unshare_network(void) { return unshare(CLONE_NEWNET); }
static long change_root(void) { return chroot("/"); }
static long change_folder(void) { return chdir("."); }
static long become_root(void) { return setuid(0); }

// Up to what it may be.
static long raise_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit)) return -1;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_AS, &limit);
}

static long ring(void) {
  char parameters[120] = {0};
  return closed(syscall(SYS_io_uring_setup, 1, parameters));
}

static long program(void) {
  union bpf_attr attributes = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4,
                               .max_entries = 1};
  return closed(syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof attributes));
}

static long performance(void) {
  struct perf_event_attr attributes = {.type = PERF_TYPE_SOFTWARE, .size = sizeof attributes,
                                       .exclude_kernel = 1};
  return closed(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
}

static long page_faults(void) { return closed(syscall(SYS_userfaultfd, 1 /* user mode only */)); }
static long keys(void) { return syscall(SYS_add_key, "user", "misbehaving", "x", 1, -2); }
static long file_handles(void) { return syscall(SYS_open_by_handle_at, -1, NULL, 0); }
static long watch_files(void) { return closed(syscall(SYS_inotify_init1, 0)); }

static long shared_segment(void) {
  int segment = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  return segment < 0 ? -1 : shmctl(segment, IPC_RMID, NULL);
}

static long dumpable(void) { return prctl(PR_SET_DUMPABLE, 1); }
static long outlive_parent(void) { return prctl(PR_SET_PDEATHSIG, 0); }

// Injects input as if typed at the terminal.
static long terminal_input(void) {
  char letter = '\n';
  for (int descriptor = 0; descriptor < 3; descriptor++) {
    if (ioctl(descriptor, TIOCSTI, &letter) == 0) return 0;
  }
  return -1;
}

const struct probe kernel_probes[] = {
    {"mount", mount_folder},
    {"unshare-users", unshare_users},
    {"unshare-network", unshare_network},
    {"change-root", change_root},
    {"change-folder", change_folder},
    {"become-root", become_root},
    {"raise-limit", raise_limit},
    {"io-uring", ring},
    {"bpf", program},
    {"performance", performance},
    {"page-faults", page_faults},
    {"keys", keys},
    {"file-handles", file_handles},
    {"watch-files", watch_files},
    {"shared-segment", shared_segment},
    {"dumpable", dumpable},
    {"outlive-parent", outlive_parent},
    {"terminal-input", terminal_input},
    {NULL, NULL},
};
