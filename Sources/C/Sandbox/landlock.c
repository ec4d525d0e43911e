// Landlock (landlock(7)): rules on files that a process puts on itself. Rights that newer
// versions can refuse are refused if the kernel knows them; the filter of system calls refuses the
// others as well: links and renames (2), truncating (3), TCP (4), ioctl on devices (5),
// signals and abstract sockets (6).

#define _GNU_SOURCE
#include "CRectoSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// <linux/landlock.h> and <sys/syscall.h> may be older than the kernel: these are the kernel's
// numbers, which are the same on every architecture and never change.
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum { CREATE_RULESET_VERSION = 1 << 0, RULE_PATH_BENEATH = 1 };

enum {
  FS_WRITE_FILE = 1 << 1,
  FS_READ_FILE = 1 << 2,
  FS_READ_DIR = 1 << 3,
};

// `struct landlock_ruleset_attr` of version 6. An older kernel takes it too: the members
// that it does not know are zero.
struct ruleset_attributes {
  uint64_t handled_access_fs;
  uint64_t handled_access_net;
  uint64_t scoped;
};

// `struct landlock_path_beneath_attr`.
struct path_beneath_attributes {
  uint64_t allowed_access;
  int32_t parent_fd;
} __attribute__((packed));

// The number of file rights in an ABI version, from the lowest bit up: 13 in version 1, then REFER
// (2), TRUNCATE (3) and IOCTL_DEV (5).
static int file_rights(int version) {
  return version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
}

int sandbox_landlock_version(void) {
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
}

int sandbox_rules_make(int version) {
  struct ruleset_attributes attributes = {
      .handled_access_fs = (1ULL << file_rights(version)) - 1,
      // Bind and connect.
      .handled_access_net = version >= 4 ? 3 : 0,
      // Abstract Unix sockets, and signals.
      .scoped = version >= 6 ? 3 : 0,
  };
  return (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
}

int sandbox_rules_allow(int rules, const char *path, sandbox_access access) {
  struct path_beneath_attributes rule = {.parent_fd = open(path, O_PATH | O_CLOEXEC)};
  if (rule.parent_fd < 0) return -1;
  struct stat status;
  int result = fstat(rule.parent_fd, &status);
  if (result == 0) {
    bool is_folder = S_ISDIR(status.st_mode);
    rule.allowed_access = FS_READ_FILE;
    // The kernel refuses a folder's rights on a file.
    if (is_folder) rule.allowed_access |= FS_READ_DIR;
    if (access == SANDBOX_WRITABLE_FILE) rule.allowed_access |= FS_WRITE_FILE;
    if (is_folder && access != SANDBOX_FOLDER) {
      errno = EISDIR;
      result = -1;
    } else {
      result = (int)syscall(SYS_landlock_add_rule, rules, RULE_PATH_BENEATH, &rule, 0);
    }
  }
  int error = errno;
  close(rule.parent_fd);
  errno = error;
  return result;
}

int sandbox_rules_enforce(int rules) {
  return (int)syscall(SYS_landlock_restrict_self, rules, 0);
}
