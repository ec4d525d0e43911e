// Threads for Swift's tasks that a forked child has too. The runtime's own, libdispatch's, are not
// there in a child of a process that had some: its tasks would never run.
#ifndef CRECTOTASKS_H
#define CRECTOTASKS_H

// Has all tasks of this copy of Swift's runtime run on threads of their own. Call it before the first
// task, as often as wanted.
void tasks_start(void);

#endif
