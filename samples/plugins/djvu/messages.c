// djvulibre works on threads of its own and tells by messages how it gets on. Its own wait for one
// has no end, so the plugin waits on a condition that djvulibre's callback raises.

#include <string.h>
#include <time.h>

#include "djvu.h"

static void message_arrived(ddjvu_context_t *context, void *closure) {
  (void)context;  // which must not be called from here
  struct book *book = closure;
  pthread_mutex_lock(&book->mutex);
  book->has_arrived = true;
  pthread_cond_signal(&book->arrived);
  pthread_mutex_unlock(&book->mutex);
}

bool messages_begin(struct book *book) {
  pthread_condattr_t attributes;
  if (pthread_condattr_init(&attributes)) return false;
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  bool is_made = !pthread_cond_init(&book->arrived, &attributes);
  pthread_condattr_destroy(&attributes);
  if (!is_made) return false;
  if (pthread_mutex_init(&book->mutex, NULL)) {
    pthread_cond_destroy(&book->arrived);
    return false;
  }
  ddjvu_message_set_callback(book->context, message_arrived, book);
  return true;
}

void messages_end(struct book *book) {
  ddjvu_message_set_callback(book->context, NULL, NULL);
  pthread_mutex_destroy(&book->mutex);
  pthread_cond_destroy(&book->arrived);
}

// Keeps the first line of an error message, without the number in brackets before it. Without its
// message files djvulibre gives only the names of its messages, after two asterisks, which help no
// reader.
static void note_complaint(struct book *book, const char *message) {
  if (!message || strncmp(message, "**", 2) == 0) return;
  const char *number_end = message[0] == '[' ? strstr(message, "] ") : NULL;
  if (number_end) message = number_end + 2;
  size_t length = strcspn(message, "\r\n");
  while (length > 0 && strchr(" .", message[length - 1])) length--;
  if (length >= sizeof book->complaint) length = sizeof book->complaint - 1;
  memcpy(book->complaint, message, length);
  book->complaint[length] = 0;
}

static void take_message(struct book *book, const ddjvu_message_t *message) {
  switch (message->m_any.tag) {
    case DDJVU_ERROR: note_complaint(book, message->m_error.message); break;
    case DDJVU_NEWSTREAM:
      // The document itself, stream 0, is written when it is opened. Any other stream is a file
      // beside it, which is not available.
      if (message->m_newstream.streamid > 0 && message->m_any.document) {
        ddjvu_stream_close(message->m_any.document, message->m_newstream.streamid, 1);
      }
      break;
    default: break;
  }
}

bool messages_wait(struct book *book, int seconds) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += seconds;
  pthread_mutex_lock(&book->mutex);
  int error = 0;
  while (!book->has_arrived && !error) {
    error = pthread_cond_timedwait(&book->arrived, &book->mutex, &end);
  }
  bool has_arrived = book->has_arrived;
  book->has_arrived = false;
  pthread_mutex_unlock(&book->mutex);

  ddjvu_message_t *message;
  while ((message = ddjvu_message_peek(book->context))) {
    take_message(book, message);
    ddjvu_message_pop(book->context);
  }
  return has_arrived;
}
