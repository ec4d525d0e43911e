#ifndef DRAWING_H
#define DRAWING_H

#include "CRectoPopplerPage.h"
#include "DisplayList.h"

namespace recto {

// The display list from which a page's text can be read; null for a page without one.
DisplayList *readableList(recto_drawings *drawings, PopplerPage *page);

} // namespace recto

#endif
