// SPDX-License-Identifier: Apache-2.0

#include "annotation.h"
#include "capabilities.h"

namespace pdfium {

namespace {

const char *kindName(int type) {
  switch (type) {
    case FPDF_FORMFIELD_PUSHBUTTON: return "button";
    case FPDF_FORMFIELD_CHECKBOX: return "checkbox";
    case FPDF_FORMFIELD_RADIOBUTTON: return "radio";
    case FPDF_FORMFIELD_TEXTFIELD: return "text";
    case FPDF_FORMFIELD_COMBOBOX:
    case FPDF_FORMFIELD_LISTBOX: return "choice";
    case FPDF_FORMFIELD_SIGNATURE: return "signature";
    default: return "unknown";
  }
}

// The labels of the chosen options; of a choice that was typed in, its text.
std::string choice(const Library &library, FPDF_FORMHANDLE form, FPDF_ANNOTATION field) {
  std::string chosen;
  int count = library.FPDFAnnot_GetOptionCount(form, field);
  for (int index = 0; index < count; index++) {
    if (!library.FPDFAnnot_IsOptionSelected(form, field, index)) continue;
    if (!chosen.empty()) chosen += ", ";
    chosen += text16([&](uint16_t *buffer, unsigned long length) {
      return library.FPDFAnnot_GetOptionLabel(form, field, index, buffer, length);
    });
  }
  return chosen;
}

std::string value(const Library &library, FPDF_FORMHANDLE form, FPDF_ANNOTATION field, int type) {
  switch (type) {
    case FPDF_FORMFIELD_CHECKBOX:
    case FPDF_FORMFIELD_RADIOBUTTON: return library.FPDFAnnot_IsChecked(form, field) ? "on" : "off";
    case FPDF_FORMFIELD_COMBOBOX:
    case FPDF_FORMFIELD_LISTBOX:
      if (std::string chosen = choice(library, form, field); !chosen.empty()) return chosen;
      [[fallthrough]];
    case FPDF_FORMFIELD_TEXTFIELD:
      return text16([&](uint16_t *buffer, unsigned long length) {
        return library.FPDFAnnot_GetFormFieldValue(form, field, buffer, length);
      });
    default: return "";
  }
}

}  // namespace

void writeFormFields(Document &document, Page &page, Json &json) {
  const Library &library = page.library;
  json.open(nullptr, '[');
  FPDF_FORMHANDLE form = document.form();
  int count = form ? library.FPDFPage_GetAnnotCount(page.handle) : 0;
  for (int index = 0; index < count; index++) {
    Annotation field(page, index);
    Box box;
    if (!field.handle || library.FPDFAnnot_GetSubtype(field.handle) != FPDF_ANNOT_WIDGET ||
        !field.box(box))
      continue;
    int type = library.FPDFAnnot_GetFormFieldType(form, field.handle);
    // A widget that is of no field of the form.
    if (type < 0) continue;
    json.open(nullptr, '{');
    json.text("kind", kindName(type));
    json.text("name", text16([&](uint16_t *buffer, unsigned long length) {
                return library.FPDFAnnot_GetFormFieldName(form, field.handle, buffer, length);
              }));
    box.write(json, "box");
    json.optional("value", value(library, form, field.handle, type));
    json.flag("readOnly",
              library.FPDFAnnot_GetFormFieldFlags(form, field.handle) & FPDF_FORMFLAG_READONLY);
    json.close('}');
  }
  json.close(']');
}

}  // namespace pdfium
