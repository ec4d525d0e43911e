#ifndef FONTS_H
#define FONTS_H

#include <poppler.h>

namespace recto {

// Has all pages of a document share their fonts until it is closed.
void shareFonts(PopplerDocument *document);

} // namespace recto

#endif
