// The beginning of poppler-glib's two private object types, through which its public objects are
// mapped to the C++ ones they own. Poppler keeps them in a header that it does not install.
//
// That is sound because the C++ headers tie this file to one soname of libpoppler, and
// libpoppler-glib comes from the same build. Checked against poppler-private.h of poppler 22.12 and 25.03.

#ifndef GLIBOBJECTS_H
#define GLIBOBJECTS_H

#include <memory>

#include <GlobalParams.h>
#include <PDFDoc.h>
#include <Page.h>
#include <TextOutputDev.h>
#include <poppler.h>

namespace recto {

struct GlibDocument {
  GObject parent;
  std::unique_ptr<GlobalParamsIniter> initializer;
  PDFDoc *document;
};

struct GlibPage {
  GObject parent;
  PopplerDocument *owner;
  Page *page;
  int index;
  TextPage *text;
};

inline PDFDoc *documentOf(PopplerDocument *document) {
  return reinterpret_cast<GlibDocument *>(document)->document;
}

inline GlibPage *glibPage(PopplerPage *page) { return reinterpret_cast<GlibPage *>(page); }

} // namespace recto

#endif
