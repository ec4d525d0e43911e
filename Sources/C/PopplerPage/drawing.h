#ifndef DRAWING_H
#define DRAWING_H

#include "CRectoPopplerPage.h"
#include "DisplayList.h"

namespace recto {

// The list of a page of which the text can be read; null where there is none.
DisplayList *readableList(recto_drawings *drawings, PopplerPage *page);

} // namespace recto

#endif
