// SPDX-License-Identifier: Apache-2.0
//
// The plugin's table: each entry turns what C++ throws into a status and a sentence.

#include "pdfium_plugin.h"

#include <cstdlib>
#include <new>
#include <string>

#include "capabilities.h"

namespace pdfium {

namespace {

int32_t fail(recto_sink *sink, const Failure &failure) {
  sink->append(sink->context, failure.sentence.data(), failure.sentence.size());
  return failure.status;
}

template <typename Body>
int32_t guarded(recto_sink *sink, Body body) {
  try {
    body();
    return RECTO_OK;
  } catch (const Failure &failure) {
    return fail(sink, failure);
  } catch (const std::bad_alloc &) {
    return fail(sink, {RECTO_LIMIT, "there is no memory left"});
  }
}

// Answers with what `body` writes.
template <typename Body>
int32_t answering(recto_sink *sink, Body body) {
  return guarded(sink, [&] {
    Json json;
    body(json);
    json.send(sink);
  });
}

Document &document(void *publication) { return *static_cast<Document *>(publication); }

int32_t openDocument(void *self, const recto_source *source, void **publication,
                     recto_sink *error) {
  return guarded(error, [&] {
    std::string complaint;
    const Library *library = loadLibrary(*static_cast<std::string *>(self), complaint);
    if (!library) throw Failure{RECTO_NOT_INSTALLED, complaint};
    *publication = new Document(*library, *source);
  });
}

void closeDocument(void *, void *publication) { delete static_cast<Document *>(publication); }

int32_t info(void *, void *publication, recto_sink *answer) {
  return answering(answer, [&](Json &json) { writeInfo(document(publication), json); });
}

int32_t page(void *, void *publication, int32_t index, recto_sink *answer) {
  return answering(answer, [&](Json &json) {
    writePage(document(publication), document(publication).page(index), json);
  });
}

int32_t paintPage(void *, void *publication, const recto_paint *job, recto_sink *error) {
  return guarded(
      error, [&] { paint(document(publication), document(publication).page(job->page), *job); });
}

int32_t characters(void *, void *publication, int32_t index, recto_characters *characters,
                   recto_sink *answer) {
  return answering(answer, [&](Json &json) {
    writeCharacters(document(publication), document(publication).page(index), *characters, json);
  });
}

int32_t links(void *, void *publication, int32_t index, recto_sink *answer) {
  return answering(answer, [&](Json &json) {
    writeLinks(document(publication), document(publication).page(index), json);
  });
}

int32_t annotations(void *, void *publication, int32_t index, recto_sink *answer) {
  return answering(answer,
                   [&](Json &json) { writeAnnotations(document(publication).page(index), json); });
}

int32_t formFields(void *, void *publication, int32_t index, recto_sink *answer) {
  return answering(answer, [&](Json &json) {
    writeFormFields(document(publication), document(publication).page(index), json);
  });
}

int32_t images(void *, void *publication, int32_t index, recto_sink *answer) {
  return answering(answer, [&](Json &json) {
    writeImages(document(publication), document(publication).page(index), json);
  });
}

int32_t thumbnail(void *, void *publication, int32_t index, recto_sink *answer) {
  return guarded(answer, [&] { sendThumbnail(document(publication).page(index), answer); });
}

int32_t outline(void *, void *publication, recto_sink *answer) {
  return answering(answer, [&](Json &json) { writeOutline(document(publication), json); });
}

int32_t attachments(void *, void *publication, recto_sink *answer) {
  return answering(answer, [&](Json &json) { writeAttachments(document(publication), json); });
}

int32_t attachmentData(void *, void *publication, int32_t index, uint64_t limit,
                       recto_sink *answer) {
  return guarded(answer, [&] { sendAttachment(document(publication), index, limit, answer); });
}

recto_plugin makeTable(const char *library) {
  recto_plugin table = {};
  table.size = sizeof(recto_plugin);
  table.abi_version = RECTO_PLUGIN_ABI;
  table.self = new std::string(library);
  table.open = openDocument;
  table.close = closeDocument;
  table.info = info;
  table.page = page;
  table.paint = paintPage;
  table.characters = characters;
  table.links = links;
  table.annotations = annotations;
  table.form_fields = formFields;
  table.images = images;
  table.thumbnail = thumbnail;
  table.outline = outline;
  table.attachments = attachments;
  table.attachment_data = attachmentData;
  return table;
}

}  // namespace

}  // namespace pdfium

const recto_plugin *pdfium_plugin(const char *library) {
  static const recto_plugin table = pdfium::makeTable(library);
  return &table;
}
