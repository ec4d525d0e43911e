// The rights that a process can drop for good, by calls that Swift cannot make: prctl(2) is
// variadic, glibc wraps neither Landlock nor capset(2), and libseccomp is made of macros. Swift
// decides which to drop, in which order, and what a failure means.
//
// Unless said otherwise a function returns 0, or -1 and errno.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: Privileges

// No program that this process starts, if it could, gains rights by it (prctl(2),
// PR_SET_NO_NEW_PRIVS). Landlock and seccomp want it of a process without capabilities.
int sandbox_gain_no_privileges(void);

// Empties the sets of capabilities (capabilities(7)): without them root can do no more than a user who
// owns root's files. Empties the bounding set too if the process may.
int sandbox_drop_capabilities(void);

// No core file, no debugger but root's, and no look at /proc/PID/mem, not even for the same user
// (prctl(2), PR_SET_DUMPABLE). /proc/PID/statm and stat stay readable.
int sandbox_hide_memory(void);

// Has the kernel kill this process when the thread that forked it ends (prctl(2),
// PR_SET_PDEATHSIG). It cannot tell that this has happened already.
int sandbox_die_with_parent(void);

// MARK: Landlock

// The version of the kernel's Landlock, 1 or more. -1 with ENOSYS where the kernel was built
// without it and EOPNOTSUPP where it is turned off.
int sandbox_landlock_version(void);

// The descriptor of a new set of rules that refuses all that this version can refuse: every use
// of a file, TCP, and signals and abstract sockets outside. The caller closes it.
int sandbox_rules_make(int version);

typedef enum {
  // Files below a folder may be read and listed, but not run. A file is a SANDBOX_FILE.
  SANDBOX_FOLDER,
  // A file may be read. EISDIR for a folder.
  SANDBOX_FILE,
  // A file may be read and written. EISDIR for a folder.
  SANDBOX_WRITABLE_FILE,
} sandbox_access;

// An exception from the refusals. Links are followed now, and the rule is for what they lead to.
int sandbox_rules_allow(int rules, const char *path, sandbox_access access);

// Applies the rules to this thread and all that it starts (landlock_restrict_self). Any process
// that has the descriptor can apply them, and repeatedly.
int sandbox_rules_enforce(int rules);

// MARK: The filter of system calls

// The list of system calls that pass, compiled (filter.c).
typedef struct sandbox_filter sandbox_filter;

// NULL and errno where libseccomp fails. The caller frees it.
sandbox_filter *sandbox_filter_make(void);
void sandbox_filter_free(sandbox_filter *filter);

// Puts the filter on this thread and all that it starts. The one process that the filter lets it
// send signals to is the one that calls this.
int sandbox_filter_enforce(const sandbox_filter *filter);

#ifdef __cplusplus
}
#endif
