#ifndef COMPLAINTS_H
#define COMPLAINTS_H

#include <string>

namespace recto {

// Starts Poppler's state for the whole process, once, with a callback that counts its complaints and gives
// them to the thread's sink. Poppler keeps the first callback while any document is open, so this comes
// before any other use of it.
void startPoppler();

// The number of Poppler's messages on this thread.
unsigned complaintCount();

// Ignores the complaints of this thread while it exists: those of a reading that is only an attempt.
class MutedComplaints {
public:
  MutedComplaints();
  ~MutedComplaints();
  MutedComplaints(const MutedComplaints &) = delete;
  MutedComplaints &operator=(const MutedComplaints &) = delete;
};

// Gives a complaint of letters that are drawn as boxes to the thread's sink, and does not count it.
void complainOfGlyphs(const std::string &message);

} // namespace recto

#endif
