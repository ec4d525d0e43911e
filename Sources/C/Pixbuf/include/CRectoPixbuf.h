/* GdkPixbuf, loaded at first use, in the few calls that decode a picture by a decoder that is named.
 *
 * librsvg brings it. A decoder is chosen by its name and never by the content, so that no other of
 * GdkPixbuf's runs.
 */
#ifndef CRECTOPIXBUF_H
#define CRECTOPIXBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct _GdkPixbuf CPixbuf;

struct cpixbuf_facts {
  int width;
  int height;
  /* 3, or 4 with alpha that is not multiplied into the colors; 8 bits each. */
  int channels;
  /* From one row to the next. */
  int row_bytes;
  /* Lent for the life of the picture. */
  const uint8_t *_Nullable pixels;
};

/* Loads GdkPixbuf, once. False if it is missing. */
bool cpixbuf_start(void);

/* Decodes a whole file by the decoder of that name, such as `bmp`. Null on an error, which `message`
 * tells.
 */
CPixbuf *_Nullable cpixbuf_decode(
    const char *decoder, const void *bytes, size_t length, char *message, size_t size);
void cpixbuf_release(CPixbuf *picture);

struct cpixbuf_facts cpixbuf_describe(const CPixbuf *picture);

#pragma clang assume_nonnull end

#endif
