/* librsvg, loaded at first use, in the few calls that drawings need.
 *
 * libvips links to it, so that a process that reads page images has it already; a command that
 * opens a PDF must not pay for it: nothing here links to it. The calls are those of librsvg 2.52+.
 *
 * A drawing is given as bytes and has no address, so that librsvg refuses every file and host that
 * it names; pictures inside of it (data: URLs) are decoded by GdkPixbuf.
 */
#ifndef CRectoSVG_H
#define CRectoSVG_H

#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

typedef struct _RsvgHandle CSVGDrawing;

/* Loads librsvg, once. False if it is missing or older than 2.52. */
bool csvg_start(void);

/* Three numbers; zeros before a successful `csvg_start`. */
void csvg_version(unsigned *major, unsigned *minor, unsigned *micro);

/* Reads a drawing, whose lengths are those of CSS (96 pixels an inch). The bytes are not needed
 * afterwards. Null on an error, which `message` tells.
 */
CSVGDrawing *_Nullable csvg_open(const void *bytes, size_t length, char *message, size_t size);
void csvg_close(CSVGDrawing *drawing);

/* In pixels of CSS: the stated width and height, else those of the view box. False if the
 * drawing states neither.
 */
bool csvg_size(CSVGDrawing *drawing, double *width, double *height);

/* Draws it from the origin of `cairo` (a cairo_t) on. False on an error, which `message` tells. */
bool csvg_draw(
    CSVGDrawing *drawing, void *cairo, double width, double height, char *message, size_t size);

#pragma clang assume_nonnull end

#endif
