// Things that a process in a sandbox may try, one function each. They give 0 where it worked and
// errno where it was refused. Many can be said only in C: forks, variadic and raw system calls.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Tries what the name says, with an argument that may be empty; -1 for a name that it does not
// know.
int probe_try(const char *name, const char *argument);

// The name of an errno value, such as "EPERM".
const char *probe_error_name(int error);

// Has a system call fail with `error` from here on, as a kernel does that lacks it. Leaves all
// others alone. Gives 0, or -1 and errno.
int probe_hide_call(long number, int error);

// The numbers of the calls that put the sandbox on.
long probe_landlock_number(void);
long probe_seccomp_number(void);

// Goes on in a child, as a zygote's worker does. The process itself waits, and ends as the child
// did.
void probe_go_on_in_child(void);

// Starts a thread that does nothing for as long as the process lives.
void probe_start_thread(void);

#ifdef __cplusplus
}
#endif
