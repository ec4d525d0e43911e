// Holds a fork of this process back while its threads run Swift code. Swift's runtime makes types at
// their first use under locks, and a forked child has no thread that would release those that are held.
#ifndef CRECTOFORK_H
#define CRECTOFORK_H

// From now on a fork waits for the threads that are inside, for at most 5 s, and threads that enter
// meanwhile wait for the fork. Calls have no effect before. For a library whose host may fork; call
// it as often as wanted. Calls pthread_atfork(3).
void fork_gate_start(void);

// Enters and leaves. A thread may enter more than once, and leaves as often.
void fork_gate_enter(void);
void fork_gate_leave(void);

// Leaves as often as this thread has entered, which is the result, for a call that may block.
int fork_gate_leave_all(void);

// Enters that often again, even while a fork is waiting.
void fork_gate_return(int depth);

#endif
