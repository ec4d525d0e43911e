#include "CRectoPopplerPage.h"

#include "complaints.h"

#include <mutex>

#include <glib.h>

namespace {

thread_local recto_complaint_sink currentSink = nullptr;
thread_local void *currentContext = nullptr;
thread_local unsigned count = 0;

void handle(const gchar *, GLogLevelFlags, const gchar *message, gpointer) {
  count++;
  if (currentSink) currentSink(message, currentContext);
}

} // namespace

void recto_set_complaint_sink(recto_complaint_sink sink, void *context) {
  static std::once_flag once;
  std::call_once(once, [] { g_log_set_handler("Poppler", G_LOG_LEVEL_INFO, handle, nullptr); });
  currentSink = sink;
  currentContext = context;
}

unsigned recto::complaintCount() { return count; }
