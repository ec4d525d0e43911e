#include "CRectoPopplerPage.h"

#include "complaints.h"

#include <string>

#include <Error.h>
#include <GlobalParams.h>

namespace {

thread_local recto_complaint_sink currentSink = nullptr;
thread_local void *currentContext = nullptr;
thread_local unsigned count = 0;
thread_local bool isMuted = false;

const char *name(ErrorCategory category) {
  switch (category) {
  case errSyntaxWarning:
    return "Syntax warning";
  case errSyntaxError:
    return "Syntax error";
  case errConfig:
    return "Config error";
  case errCommandLine:
    return "Command line error";
  case errIO:
    return "I/O error";
  case errNotAllowed:
    return "Permission error";
  case errUnimplemented:
    return "Unimplemented feature";
  case errInternal:
    return "Internal error";
  }
  return "Error";
}

void handle(ErrorCategory category, Goffset position, const char *message) {
  if (isMuted) return;
  count++;
  if (!currentSink) return;
  std::string text = name(category);
  if (position >= 0) text += " at position " + std::to_string(position);
  text += std::string(": ") + message;
  currentSink(recto_complaint_file, text.c_str(), currentContext);
}

} // namespace

// The state is never freed: the next document would create it again and read the font folders again.
void recto::startPoppler() {
  static const GlobalParamsIniter *state = [] {
    auto *made = new GlobalParamsIniter(handle);
    setErrorCallback(handle); // where something else in the process started Poppler
    return made;
  }();
  (void)state;
}

void recto_set_complaint_sink(recto_complaint_sink sink, void *context) {
  currentSink = sink;
  currentContext = context;
}

unsigned recto::complaintCount() { return count; }

recto::MutedComplaints::MutedComplaints() { isMuted = true; }

recto::MutedComplaints::~MutedComplaints() { isMuted = false; }

void recto::complainOfGlyphs(const std::string &message) {
  if (currentSink) currentSink(recto_complaint_glyphs, message.c_str(), currentContext);
}
