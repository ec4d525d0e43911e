// Swift's Mutex as ThreadSanitizer has to see it. Uncontended locking is compiled into the caller,
// with the sanitizer's marks; contended locking is in the library Synchronization, which has none:
// what two threads do in turn under a contended lock would look like a race. These stand in for
// that library's two functions, where `-Xlinker` puts them into a program, and do the same on the
// same futex (futex(2), FUTEX_LOCK_PI; `_MutexHandle` in LinuxImpl.swift).

#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// The sanitizer's own (<sanitizer/tsan_interface.h>): what was released at an address is before
// what follows after acquiring it.
void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define SWIFT_METHOD __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context))

// The kernel asks to try again where a signal came (EINTR), or where the thread that holds the
// lock is about to end (EAGAIN). Anything else is a misuse, such as locking twice.
static void futex(uint32_t *word, int operation) {
  while (syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, 0, NULL) != 0)
    if (errno != EINTR && errno != EAGAIN) abort();
}

SWIFT_METHOD void lock_contended(uint32_t thread, SWIFT_SELF uint32_t *word) __asm__(
    "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

// The kernel itself writes the calling thread's number into the word.
SWIFT_METHOD void lock_contended(__attribute__((unused)) uint32_t thread,
                                 SWIFT_SELF uint32_t *word) {
  futex(word, FUTEX_LOCK_PI);
  __tsan_acquire(word);
}

SWIFT_METHOD void unlock_contended(SWIFT_SELF uint32_t *word) __asm__(
    "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

SWIFT_METHOD void unlock_contended(SWIFT_SELF uint32_t *word) {
  __tsan_release(word);
  futex(word, FUTEX_UNLOCK_PI);
}
