#include "CPopplerPage.h"

#include <cstring>

#include <Catalog.h>
#include <ViewerPreferences.h>

#include "GlibObjects.h"

bool recto_document_is_right_to_left(PopplerDocument *glib) {
  const ViewerPreferences *preferences = recto::documentOf(glib)->getCatalog()->getViewerPreferences();
  return preferences && preferences->getDirection() == ViewerPreferences::directionR2L;
}

char *recto_document_language(PopplerDocument *glib) {
  Object catalog = recto::documentOf(glib)->getXRef()->getCatalog();
  if (!catalog.isDict()) return nullptr;
  Object language = catalog.dictLookup("Lang");
  return language.isString() ? strdup(language.getString()->c_str()) : nullptr;
}
