// SPDX-License-Identifier: Apache-2.0

#include "capabilities.h"
#include "texts.h"

#include "pdfium_plugin.h"

#include <cstring>

namespace pdfium {

namespace {

// `recto plugins --check` compares the manifest in `Library/` with the plugin's table.
const char *const capabilities[] = {"text",        "search", "links",  "outline",
                                    "attachments", "annotations", "images", "thumbnails"};

std::string metaText(const Document &document, const char *key) {
  return text16([&](void *buffer, unsigned long length) {
    return document.library.FPDF_GetMetaText(document.handle, key, buffer, length);
  });
}

void writeMetadata(const Document &document, Json &json) {
  json.open("metadata", '{');
  json.optional("title", metaText(document, "Title"));
  json.optional("author", metaText(document, "Author"));
  json.optional("subject", metaText(document, "Subject"));
  json.optional("keywords", metaText(document, "Keywords"));
  json.optional("language", text16([&](void *buffer, unsigned long length) {
                  return document.library.FPDFCatalog_GetLanguage(document.handle, buffer, length);
                }));
  json.optional("creator", metaText(document, "Creator"));
  json.optional("producer", metaText(document, "Producer"));
  json.optional("created", timestamp(metaText(document, "CreationDate")));
  json.optional("modified", timestamp(metaText(document, "ModDate")));
  json.close('}');
}

// The cipher by the revision of the standard security handler (ISO 32000-2, table 21); of the
// fourth PDFium does not say whether it is RC4 or AES.
const char *method(int revision) {
  switch (revision) {
    case 2: return "RC4-40";
    case 3: return "RC4-128";
    case 4: return "RC4 or AES, 128 bits";
    case 5:
    case 6: return "AES-256";
    default: return "unknown";
  }
}

// Table 22 of ISO 32000-2, in the order in which Recto lists them.
void writeEncryption(const Document &document, Json &json) {
  int revision = document.library.FPDF_GetSecurityHandlerRevision(document.handle);
  if (revision < 0) return;
  static const struct {
    int bit;
    const char *name;
  } permissions[] = {{3, "print"},
                     {12, "print-high-resolution"},
                     {4, "modify"},
                     {5, "copy"},
                     {6, "annotate"},
                     {9, "fill-forms"},
                     {10, "extract-for-accessibility"},
                     {11, "assemble"}};
  unsigned long granted = document.library.FPDF_GetDocPermissions(document.handle);
  json.open("encryption", '{');
  json.text("method", method(revision));
  json.open("permissions", '[');
  for (const auto &permission : permissions) {
    if (granted & 1UL << (permission.bit - 1)) json.text(nullptr, permission.name);
  }
  json.close(']');
  json.close('}');
}

}  // namespace

void writeInfo(Document &document, Json &json) {
  const Library &library = document.library;
  int version = 0;
  library.FPDF_GetFileVersion(document.handle, &version);
  json.open(nullptr, '{');
  json.text("format",
            version > 0 ? "PDF " + std::to_string(version / 10) + "." + std::to_string(version % 10)
                        : "PDF");
  json.integer("pageCount", document.pageCount);
  json.open("capabilities", '[');
  for (const char *name : capabilities) json.text(nullptr, name);
  json.close(']');
  writeMetadata(document, json);
  if (document.isRightToLeft()) json.text("direction", "rtl");
  writeEncryption(document, json);
  json.close('}');
}

}  // namespace pdfium

bool pdfium_has_capability(const char *name) {
  for (const char *capability : pdfium::capabilities) {
    if (!std::strcmp(name, capability)) return true;
  }
  return false;
}
