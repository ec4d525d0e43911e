#define _GNU_SOURCE
#include "attempts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int opens(const char *path, int flags) {
  int descriptor = open(path, flags | O_CLOEXEC, 0600);
  if (descriptor < 0) return errno;
  close(descriptor);
  return 0;
}

static int read_file(const char *path) {
  char byte;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  return outcome(read(descriptor, &byte, 1));
}

static int list_folder(const char *path) {
  DIR *folder = opendir(path);
  if (!folder) return errno;
  closedir(folder);
  return 0;
}

static int write_file(const char *path) { return opens(path, O_WRONLY); }
static int create_file(const char *path) { return opens(path, O_WRONLY | O_CREAT); }
static int empty_file(const char *path) { return opens(path, O_RDONLY | O_TRUNC); }
static int truncate_file(const char *path) { return outcome(truncate(path, 0)); }
static int unlink_file(const char *path) { return outcome(unlink(path)); }
static int chmod_file(const char *path) { return outcome(chmod(path, 0600)); }
static int make_folder(const char *path) { return outcome(mkdir(path, 0700)); }

static int rename_file(const char *path) {
  char target[4096];
  snprintf(target, sizeof target, "%s.renamed", path);
  return outcome(rename(path, target));
}

static int link_file(const char *path) {
  char target[4096];
  snprintf(target, sizeof target, "%s.linked", path);
  return outcome(link(path, target));
}

const attempt file_attempts[] = {
    {"read", read_file},         {"list", list_folder},   {"write", write_file},
    {"create", create_file},     {"empty", empty_file},   {"truncate", truncate_file},
    {"unlink", unlink_file},     {"chmod", chmod_file},   {"make-folder", make_folder},
    {"rename", rename_file},     {"link", link_file},     {0},
};
