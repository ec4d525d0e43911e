#include "CRectoPopplerPage.h"

#include "GlibObjects.h"

static recto_box boxOf(const PDFRectangle *rectangle) {
  return {rectangle->x1, rectangle->y1, rectangle->x2, rectangle->y2};
}

void recto_page_get_boxes(PopplerPage *glib, recto_page_boxes *boxes) {
  Page *page = recto::glibPage(glib)->page;
  // Poppler clips the crop box to the media box (ISO 32000-2, 14.11.2), and draws nothing where they do
  // not meet. Other viewers show the media box then; the page is Poppler's to change, and not const.
  auto *crop = const_cast<PDFRectangle *>(page->getCropBox());
  if (crop->x1 >= crop->x2 || crop->y1 >= crop->y2) *crop = *page->getMediaBox();
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
