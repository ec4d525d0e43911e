#include "CRectoPopplerPage.h"

#include <cstring>
#include <string>

#include <Catalog.h>
#include <GfxState.h>
#include <Page.h>
#include <ViewerPreferences.h>

#include "GlibObjects.h"
#include "TextStrings.h"
#include "complaints.h"
#include "fonts.h"
#include "page_tree.h"

namespace {

enum class Fit { fits, doesNotFit, failsOtherwise };

// Opens a document with a password: `doesNotFit` if the password is wrong, `failsOtherwise` if the
// document cannot be read.
Fit tryPassword(const void *bytes, int length, const std::string &password) {
  const recto::MutedComplaints muted;
  auto *stream = new MemStream(static_cast<const char *>(bytes), 0, length, Object(objNull));
  PDFDoc document(stream, GooString(password), GooString(password));
  if (document.isOk()) return Fit::fits;
  return document.getErrorCode() == errEncrypted ? Fit::doesNotFit : Fit::failsOtherwise;
}

// Text in an encoding of GLib's as another; empty if that cannot hold it.
std::string convert(const std::string &text, const char *to, const char *from) {
  gchar *converted = g_convert(text.c_str(), -1, to, from, nullptr, nullptr, nullptr);
  std::string result = converted ? converted : "";
  g_free(converted);
  return result;
}

// ISO 32000-2, 7.6.4.3.3: further bytes do not count. Poppler has no room for them.
constexpr size_t longestPassword = 127;

// The password for poppler-glib, which passes it on as Latin-1; NULL if no reading of the password
// fits. Old encryption takes Latin-1, that of PDF 2.0 takes UTF-8 (ISO 32000-2, 7.6.4).
const char *fittingPassword(const void *bytes, int length, const char *password, std::string &storage) {
  for (const std::string &whole : {convert(password, "ISO-8859-1", "UTF-8"), std::string(password)}) {
    // Latin-1 cannot hold it; an empty password is another one.
    if (whole.empty() && *password) continue;
    const std::string reading = whole.substr(0, longestPassword);
    if (tryPassword(bytes, length, reading) == Fit::doesNotFit) continue;
    storage = convert(reading, "UTF-8", "ISO-8859-1");
    return storage.c_str();
  }
  return nullptr;
}

// The first state makes the color profiles that all share, on which threads must not meet.
void makeColorProfiles() {
  static const bool isDone = [] {
    const PDFRectangle page(0, 0, 1, 1);
    GfxState(72, 72, &page, 0, false);
    return true;
  }();
  (void)isDone;
}

recto_open_error errorOf(const GError *reason) {
  if (g_error_matches(reason, POPPLER_ERROR, POPPLER_ERROR_ENCRYPTED)) return RECTO_OPEN_ENCRYPTED;
  if (g_error_matches(reason, POPPLER_ERROR, POPPLER_ERROR_BAD_CATALOG)) return RECTO_OPEN_BAD_CATALOG;
  if (g_error_matches(reason, POPPLER_ERROR, POPPLER_ERROR_DAMAGED)) return RECTO_OPEN_DAMAGED;
  return RECTO_OPEN_FAILED;
}

// True if Poppler has opened an encrypted document as if it were not, because it lacks the means: one
// cipher for streams and another for strings, for example (StandardSecurityHandler::isUnencrypted).
bool isStillEncrypted(PopplerDocument *glib) {
  XRef *table = recto::documentOf(glib)->getXRef();
  if (table->isEncrypted() || !table->getTrailerDict()->isDict()) return false;
  Object encryption = table->getTrailerDict()->dictLookup("Encrypt");
  if (!encryption.isDict()) return false;
  // ISO 32000-2, 7.6.2: from version 4 on what no filter is named for stays as it is.
  Object version = encryption.dictLookup("V");
  if (!version.isInt() || version.getInt() < 4) return true;
  for (const char *filter : {"StmF", "StrF"}) {
    Object name = encryption.dictLookup(filter);
    if (name.isName() && !name.isName("Identity")) return true;
  }
  return false;
}

} // namespace

PopplerDocument *recto_document_open(
    const void *data, int length, const char *password, recto_open_error *error) {
  recto::startPoppler();
  makeColorProfiles();
  std::string storage;
  if (password) {
    password = fittingPassword(data, length, password, storage);
    if (!password) {
      *error = RECTO_OPEN_ENCRYPTED;
      return nullptr;
    }
  }
  GBytes *bytes = g_bytes_new_static(data, static_cast<gsize>(length));
  GError *reason = nullptr;
  PopplerDocument *document = poppler_document_new_from_bytes(bytes, password, &reason);
  g_bytes_unref(bytes);
  if (!document) {
    *error = errorOf(reason);
    g_clear_error(&reason);
    return nullptr;
  }
  if (isStillEncrypted(document)) {
    g_object_unref(document);
    *error = RECTO_OPEN_UNKNOWN_ENCRYPTION;
    return nullptr;
  }
  recto::repairPageTree(document);
  recto::shareFonts(document);
  return document;
}

bool recto_document_is_right_to_left(PopplerDocument *glib) {
  const ViewerPreferences *preferences = recto::documentOf(glib)->getCatalog()->getViewerPreferences();
  return preferences && preferences->getDirection() == ViewerPreferences::directionR2L;
}

char *recto_document_language(PopplerDocument *glib) {
  Object catalog = recto::documentOf(glib)->getXRef()->getCatalog();
  if (!catalog.isDict()) return nullptr;
  Object language = catalog.dictLookup("Lang");
  return language.isString() ? strdup(recto::utf8(language.getString()->toStr()).c_str()) : nullptr;
}

const char *recto_document_cipher(PopplerDocument *glib, int *bits) {
  XRef *table = recto::documentOf(glib)->getXRef();
  if (!table->isEncrypted()) return nullptr;
  unsigned char *key = nullptr;
  CryptAlgorithm cipher = cryptNone;
  int bytes = 0;
  table->getEncryptionParameters(&key, &cipher, &bytes);
  *bits = bytes * 8;
  return cipher == cryptRC4 ? "RC4" : cipher == cryptNone ? nullptr : "AES";
}
