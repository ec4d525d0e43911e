#ifndef COMPLAINTS_H
#define COMPLAINTS_H

namespace recto {

// How often Poppler has complained on this thread.
unsigned complaintCount();

} // namespace recto

#endif
