#pragma once

#include <poppler.h>

namespace recto {

// Makes kids of the page tree that are direct objects indirect, before Poppler reads it.
void repairPageTree(PopplerDocument *);

}  // namespace recto
