#include "CRectoPopplerPage.h"

#include <new>
#include <vector>

#include <Annot.h>
#include <Link.h>

#include "GlibObjects.h"
#include "copies.h"

namespace {

// Poppler's corners are the upper ones, then the lower ones, both from the left.
recto_link_quad quadOf(size_t link, AnnotQuadrilaterals &all, int index) {
  return {link,
          {all.getX1(index), all.getX2(index), all.getX4(index), all.getX3(index)},
          {all.getY1(index), all.getY2(index), all.getY4(index), all.getY3(index)}};
}

} // namespace

recto_link_quad *recto_page_link_quads(PopplerPage *page, size_t *count) {
  *count = 0;
  try {
    std::vector<recto_link_quad> quads;
    const Links links(recto::glibPage(page)->page->getAnnots());
    size_t number = 0;
    for (const auto &link : links.getLinks()) {
      AnnotQuadrilaterals *stated = link->getQuadrilaterals();
      for (int i = 0; stated && i < stated->getQuadrilateralsLength(); i++) quads.push_back(quadOf(number, *stated, i));
      number++;
    }
    return recto::copyForCaller(quads, count);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}
