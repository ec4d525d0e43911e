// Files that are not the plugin's to see, and writing anywhere.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "probes.h"

// Reads a byte, since some files refuse only that.
static long read_file(const char *path) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  char byte;
  long count = read(descriptor, &byte, 1);
  close(descriptor);
  return count;
}

static long list_folder(const char *path) {
  DIR *folder = opendir(path);
  if (!folder) return -1;
  errno = EACCES;
  long found = readdir(folder) ? 0 : -1;
  closedir(folder);
  return found;
}

static long create_in(const char *folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/recto-misbehaving-%d", folder, (int)getpid());
  int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return -1;
  long count = write(descriptor, "x", 1);
  close(descriptor);
  unlink(path);
  return count;
}

static const char *home(void) { return getenv("HOME") ? getenv("HOME") : "/root"; }

static long home_file(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/.profile", home());
  return read_file(path);
}

static long home_folder(void) { return list_folder(home()); }
static long password_file(void) { return read_file("/etc/passwd"); }
static long root_folder(void) { return list_folder("/"); }
static long temporary_folder(void) { return list_folder("/tmp"); }
static long process_folder(void) { return list_folder("/proc/1"); }
static long own_environment(void) { return read_file("/proc/self/environ"); }

static long parent_file(const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), name);
  return read_file(path);
}

static long parent_memory(void) { return parent_file("mem"); }
static long parent_environment(void) { return parent_file("environ"); }

static long write_temporary(void) { return create_in("/tmp"); }
static long write_here(void) { return create_in("."); }
static long write_home(void) { return create_in(home()); }
static long write_shared_memory(void) { return create_in("/dev/shm"); }

// Every descriptor, opened for writing by its name in /proc.
static long write_descriptors(void) {
  int refusal = EBADF;
  for (int descriptor = 3; descriptor < 256; descriptor++) {
    struct stat status;
    // Memory that was lent for writing may be written.
    if (fstat(descriptor, &status) || !S_ISREG(status.st_mode) || status.st_nlink == 0) continue;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    int own = open(path, O_WRONLY | O_CLOEXEC);
    if (own >= 0) {
      close(own);
      return descriptor;
    }
    refusal = errno;
  }
  errno = refusal;
  return -1;
}

static long memory_file(void) {
  int descriptor = memfd_create("misbehaving", MFD_CLOEXEC);
  if (descriptor >= 0) close(descriptor);
  return descriptor;
}

static long remove_file(void) { return unlink("/tmp/recto-misbehaving-bait"); }
static long change_mode(void) { return chmod("/tmp/recto-misbehaving-bait", 0777); }
static long make_folder(void) {
  long result = mkdir("/tmp/recto-misbehaving-folder", 0700);
  if (result == 0) rmdir("/tmp/recto-misbehaving-folder");
  return result;
}
static long make_link(void) {
  long result = symlink("/etc", "/tmp/recto-misbehaving-link");
  if (result == 0) unlink("/tmp/recto-misbehaving-link");
  return result;
}

const struct probe file_probes[] = {
    {"home-file", home_file},
    {"home-folder", home_folder},
    {"password-file", password_file},
    {"root-folder", root_folder},
    {"temporary-folder", temporary_folder},
    {"process-folder", process_folder},
    {"own-environment", own_environment},
    {"parent-memory", parent_memory},
    {"parent-environment", parent_environment},
    {"write-temporary", write_temporary},
    {"write-here", write_here},
    {"write-home", write_home},
    {"write-shared-memory", write_shared_memory},
    {"write-descriptors", write_descriptors},
    {"memory-file", memory_file},
    {"remove-file", remove_file},
    {"change-mode", change_mode},
    {"make-folder", make_folder},
    {"make-link", make_link},
    {NULL, NULL},
};
