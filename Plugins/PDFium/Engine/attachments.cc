// SPDX-License-Identifier: Apache-2.0

#include "capabilities.h"
#include "texts.h"

namespace pdfium {

namespace {

std::string string(const Library &library, FPDF_ATTACHMENT attachment, const char *key) {
  return text16([&](uint16_t *buffer, unsigned long length) {
    return library.FPDFAttachment_GetStringValue(attachment, key, buffer, length);
  });
}

}  // namespace

void writeAttachments(Document &document, Json &json) {
  const Library &library = document.library;
  json.open(nullptr, '[');
  int count = library.FPDFDoc_GetAttachmentCount(document.handle);
  for (int index = 0; index < count; index++) {
    FPDF_ATTACHMENT attachment = library.FPDFDoc_GetAttachment(document.handle, index);
    json.open(nullptr, '{');
    json.text("name", attachment ? text16([&](uint16_t *buffer, unsigned long length) {
                return library.FPDFAttachment_GetName(attachment, buffer, length);
              })
                                 : "");
    unsigned long size = 0;
    if (attachment && library.FPDFAttachment_GetFile(attachment, nullptr, 0, &size))
      json.integer("size", size);
    if (attachment) json.optional("modified", timestamp(string(library, attachment, "ModDate")));
    json.close('}');
  }
  json.close(']');
}

void sendAttachment(Document &document, int index, uint64_t limit, recto_sink *answer) {
  const Library &library = document.library;
  bool isThere = index >= 0 && index < library.FPDFDoc_GetAttachmentCount(document.handle);
  FPDF_ATTACHMENT attachment =
      isThere ? library.FPDFDoc_GetAttachment(document.handle, index) : nullptr;
  if (!attachment) {
    throw Failure{RECTO_BAD_REQUEST,
                  "there is no attachment " + std::to_string(static_cast<long long>(index) + 1)};
  }
  unsigned long size = 0;
  if (!library.FPDFAttachment_GetFile(attachment, nullptr, 0, &size)) {
    throw Failure{RECTO_DAMAGED, "the attachment has no content"};
  }
  if (size > limit)
    throw Failure{RECTO_LIMIT, "the attachment is larger than " + std::to_string(limit) + " bytes"};
  std::vector<uint8_t> bytes(size);
  if (size > 0 && !library.FPDFAttachment_GetFile(attachment, bytes.data(), size, &size)) {
    throw Failure{RECTO_DAMAGED, "the attachment cannot be read"};
  }
  answer->append(answer->context, bytes.data(), bytes.size());
}

}  // namespace pdfium
