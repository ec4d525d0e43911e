#include "CPopplerPage.h"

#include "GlibObjects.h"

static recto_box boxOf(const PDFRectangle *rectangle) {
  return {rectangle->x1, rectangle->y1, rectangle->x2, rectangle->y2};
}

void recto_page_get_boxes(PopplerPage *glib, recto_page_boxes *boxes) {
  Page *page = recto::glibPage(glib)->page;
  boxes->media = boxOf(page->getMediaBox());
  boxes->crop = boxOf(page->getCropBox());
  boxes->bleed = boxOf(page->getBleedBox());
  boxes->trim = boxOf(page->getTrimBox());
  boxes->art = boxOf(page->getArtBox());
  boxes->rotation = page->getRotate();
  boxes->user_unit = 1;

  // Poppler itself leaves /UserUnit (ISO 32000-2, table 31) alone.
  PDFDoc *document = recto::documentOf(recto::glibPage(glib)->owner);
  Object dictionary = document->getXRef()->fetch(page->getRef());
  if (dictionary.isDict()) {
    Object unit = dictionary.dictLookup("UserUnit");
    if (unit.isNum() && unit.getNum() > 0) boxes->user_unit = unit.getNum();
  }
}

void recto_page_skip_text(PopplerPage *glib) {
  recto::GlibPage *page = recto::glibPage(glib);
  if (!page->text) page->text = new TextPage(false);
}
