// Linux functions that Swift cannot import: macros, variadic calls, and `fork`.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// Anonymous memory with a descriptor, `size` bytes of zeros, sealed against a change of size
// (memfd_create(2), F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL). The caller closes it. Returns -1
// and errno on failure.
int linux_sealed_memory(const char *name, size_t size);

// Makes the process keep up to 64 MiB of freed memory for later allocations. glibc reaches these
// thresholds itself only after 32 MiB were freed at once; before that it returns and requests some
// hundred KiB with each small picture.
void linux_keep_heap(void);

// Makes a process of many threads give freed memory back to the system, for as long as it runs: all
// threads share four arenas of malloc(3), each of which keeps the gaps between blocks in use (glibc
// has up to eight a processor), and blocks from 1 MiB on are mapped by themselves.
void linux_share_heap(void);

// Forks (fork(2)). Only for a process with one thread: the child has no other, and whatever lock
// another held would stay held.
pid_t linux_fork(void);

// A pair of connected sockets that keep message boundaries and close on exec
// (socketpair(2), AF_UNIX, SOCK_SEQPACKET). -1 and errno where it fails.
int linux_socket_pair(int pair[2]);

enum { LINUX_MAX_DESCRIPTORS = 4 };

// Sends one message with up to LINUX_MAX_DESCRIPTORS descriptors, which stay the caller's
// (sendmsg(2), SCM_RIGHTS). Gives 0, or -1 and errno; never raises SIGPIPE. It blocks only where
// the socket does.
int linux_send(int socket, const void *header, size_t header_size, const void *bytes,
               size_t count, const int *descriptors, int descriptor_count);

// Receives one message into `buffer`; descriptors that come with it are the caller's to close and
// close on exec. Gives its length, 0 at the end of the stream, -1 and errno where it fails, and
// -1 with EMSGSIZE where the message, or its descriptors, did not fit: those are closed.
ssize_t linux_receive(int socket, void *buffer, size_t capacity, int *descriptors,
                      int *descriptor_count);

// The environment of this process for posix_spawn(3): an empty list, not NULL, after clearenv(3).
char **linux_environment(void);

// A descriptor of a process (pidfd_open(2)); readable when it has ended. The caller closes it.
int linux_process_descriptor(pid_t process);

// Sends a signal to the process of a descriptor, never to another that got its number
// (pidfd_send_signal(2)).
int linux_signal_process(int descriptor, int signal);

// The process that made a socket's pair, or connected it; -1 where that is not known. Calls getsockopt
// (SO_PEERCRED).
pid_t linux_socket_peer(int socket);

// Removes the first processor from those that a thread may use, unless it is the only one; 0 is the calling
// thread (sched_setaffinity(2)). Changes nothing on a machine of more than 1,024 processors.
int linux_leave_first_processor(pid_t thread);

// Starts a detached thread that calls `run` with `context` (pthread_create(3)). Its stack has `stack` bytes, or
// the system's default size for 0. Returns 0, or an error number.
int linux_start_thread(size_t stack, void (*run)(void *context), void *context);

// Gives a thread the policy SCHED_IDLE: threads of other policies preempt it as soon as they wake
// (sched(7)). 0 is the calling thread. Threads and processes that it starts inherit it.
int linux_run_when_idle(pid_t thread);

// Has the kernel end this process with `signal` when the thread that made it ends (prctl(2)).
int linux_die_with_parent(int signal);

// Closes every descriptor but those in `kept`, in ascending order (close_range(2)).
void linux_close_others(const int *kept, int count);

// A descriptor that becomes readable when a child ends, with SIGCHLD blocked (signalfd(2)).
int linux_child_signals(void);

// A pair of connected sockets that carry bytes both ways and close on exec (socketpair(2), AF_UNIX,
// SOCK_STREAM). -1 and errno where it fails.
int linux_stream_pair(int pair[2]);

// Writes as much to a socket as fits, without raising SIGPIPE (sendmsg(2)). Returns the count, or
// -1 and errno, which is EAGAIN if the socket is full.
ssize_t linux_write_some(int socket, const void *bytes, size_t count);

// A set of descriptors that are watched for the other end going away (epoll_create1(2)). The caller
// closes it. -1 and errno where it fails.
int linux_hangup_set(void);

// The path of the program or library that has `address` in it, as it was loaded, dladdr(3); NULL for
// none. Valid for as long as it is loaded.
const char *linux_object_path(const void *address);

// The first path that matches `pattern` (glob(3)) below the folder of the program or library that this
// function is linked into, such as "../share/data.txt"; NULL for none. The caller frees it.
char *linux_path_beside(const char *pattern);

// A descriptor that is readable once it was raised, eventfd(2), from the start where `is_raised`; -1
// if the system has no descriptor left.
int linux_event(bool is_raised);

// Makes an event readable.
void linux_raise_event(int event);

// Makes linux_next_hangup return `mark`, once, when the other end of a socket or a pipe closes it or
// stops sending (epoll_ctl(2), EPOLLRDHUP). 0, or -1 and errno.
int linux_watch_hangup(int set, int descriptor, uint64_t mark);

// Stops watching it. A mark that was returned already may still be on its way.
void linux_forget_hangup(int set, int descriptor);

// Waits for the next hangup and stores its mark. 0, or -1 and errno (epoll_wait(2)).
int linux_next_hangup(int set, uint64_t *mark);

// Bytes that the other end of a TCP connection has sent and has confirmed (tcp(7), TCP_INFO); 0 for
// anything else.
uint64_t linux_moved_bytes(int socket);

// True if `count` more descriptors can be opened below the limit (getrlimit(2), RLIMIT_NOFILE), judged by
// the lowest number that is free.
bool linux_has_descriptors(int count);

// Has two paths trade places in one step (renameat2(2), RENAME_EXCHANGE). 0, or -1 and errno.
int linux_exchange(const char *path, const char *other);

// O_TMPFILE of open(2), a macro that Swift does not import and whose value depends on the machine.
extern const int linux_nameless;

// A folder as the place of files below it, which takes no right to list it (open(2), O_PATH). Its
// last component must not be a symbolic link; a relative path begins at `folder`. The caller closes
// it. -1 and errno where it fails.
int linux_folder_place(int folder, const char *path);

// A new unnamed file in `folder`, readable and writable through its descriptor only (open(2),
// O_TMPFILE; on file systems without it, mkostemp(3) and unlink(2)). The caller closes it. Returns
// -1 and errno on failure.
int linux_nameless_file(const char *folder);

// A program, with its user and its limits.
typedef struct linux_program {
  const char *path;
  char *const *arguments;
  char *const *environment;
  // The socket that the program finds at both descriptors 3 and 4; standard streams lead nowhere,
  // and there are no others.
  int socket;
  // The user and the group that it runs as where this process is root's.
  unsigned int user;
  // Bytes of data that it, and each process that it starts, may have (setrlimit(2), RLIMIT_DATA).
  size_t data_bytes;
} linux_program;

// Makes the process of a program that gains no privileges and ends with the thread that called
// this, along with all that it started (in a PID namespace, if the system allows one). It has no
// controlling terminal. The process waits, and becomes the program when the other end of the socket
// is written to, which also works for a caller that may no longer start processes; it ends when
// that end is closed. Returns its number, or -1 and errno; a program that cannot be run exits with
// 126 or 127. Safe for callers with threads.
pid_t linux_prepare_program(const linux_program *program);

// The processors that this process may run on (sched_getaffinity(2)); 1 where that fails.
int linux_processor_count(void);

// The signal that ended a process, from its wait(2) status; 0 if none did.
int linux_ending_signal(int status);

// The exit status in a wait(2) status; -1 if the process did not exit normally.
int linux_exit_status(int status);

// The threads that a sanitizer of this build has of its own: ThreadSanitizer keeps one in each
// process, from its start or from its first thread or fork on. 0 in every other build.
int linux_sanitizer_threads(void);

// Returns 1 if this build has a sanitizer, whose reports go to standard error, otherwise 0.
int linux_has_sanitizer(void);

#ifdef __cplusplus
}
#endif
