import CRectoPoppler
import RectoPageModel

extension PDFPublication: FontsPublication {
  /// The fonts of all pages, each once. Calls `poppler_font_info_scan`.
  func fonts() throws(PageError) -> [FontUse] {
    guard let scan = poppler_font_info_new(document) else { return [] }
    let owner = GObjectReference(owning: scan)
    var iterator: OpaquePointer?
    guard poppler_font_info_scan(owner.pointer, Int32(clamping: pageCount), &iterator) != 0,
      let iterator
    else { return [] }
    defer { poppler_fonts_iter_free(iterator) }
    var fonts: [FontUse] = []
    repeat {
      let isEmbedded = poppler_fonts_iter_is_embedded(iterator) != 0
      fonts.append(
        FontUse(
          name: borrowString(poppler_fonts_iter_get_name(iterator)) ?? "",
          type: typeName(poppler_fonts_iter_get_font_type(iterator)),
          encoding: borrowString(poppler_fonts_iter_get_encoding(iterator)),
          isEmbedded: isEmbedded, isSubset: poppler_fonts_iter_is_subset(iterator) != 0,
          substitute: isEmbedded
            ? nil : borrowString(poppler_fonts_iter_get_substitute_name(iterator))))
    } while poppler_fonts_iter_next(iterator) != 0
    return fonts
  }

  private func typeName(_ type: PopplerFontType) -> String {
    switch type {
    case POPPLER_FONT_TYPE_TYPE1: "Type 1"
    case POPPLER_FONT_TYPE_TYPE1C: "Type 1C"
    case POPPLER_FONT_TYPE_TYPE1COT: "Type 1C (OpenType)"
    case POPPLER_FONT_TYPE_TYPE3: "Type 3"
    case POPPLER_FONT_TYPE_TRUETYPE: "TrueType"
    case POPPLER_FONT_TYPE_TRUETYPEOT: "TrueType (OpenType)"
    case POPPLER_FONT_TYPE_CID_TYPE0: "CID Type 0"
    case POPPLER_FONT_TYPE_CID_TYPE0C: "CID Type 0C"
    case POPPLER_FONT_TYPE_CID_TYPE0COT: "CID Type 0C (OpenType)"
    case POPPLER_FONT_TYPE_CID_TYPE2: "CID TrueType"
    case POPPLER_FONT_TYPE_CID_TYPE2OT: "CID TrueType (OpenType)"
    default: "unknown"
    }
  }
}
