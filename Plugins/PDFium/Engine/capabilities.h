// SPDX-License-Identifier: Apache-2.0
//
// The questions about a document and its pages, one file a capability. All throw `Failure`.
#pragma once

#include "document.h"

namespace pdfium {

void writeInfo(Document &document, Json &json);
void writePage(Document &document, Page &page, Json &json);
void paint(Document &document, Page &page, const recto_paint &job);
// Lends the characters, and writes the rest.
void writeCharacters(Document &document, Page &page, recto_characters &characters, Json &json);
void writeLinks(Document &document, Page &page, Json &json);
void writeOutline(Document &document, Json &json);
void writeAnnotations(Page &page, Json &json);
void writeFormFields(Document &document, Page &page, Json &json);
void writeImages(Document &document, Page &page, Json &json);
void writeAttachments(Document &document, Json &json);
void sendAttachment(Document &document, int index, uint64_t limit, recto_sink *answer);
void sendThumbnail(Page &page, recto_sink *answer);

}  // namespace pdfium
