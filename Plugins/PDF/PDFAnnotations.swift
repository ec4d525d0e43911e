import CRectoPoppler
import RectoPageModel

extension PDFPage: AnnotatedPage {
  /// All annotations except links and form fields, which have lists of their own. Calls
  /// `poppler_page_get_annot_mapping`.
  func annotations() throws(PageError) -> [Annotation] {
    withAnnotations { annotation, box in
      let type = poppler_annot_get_annot_type(annotation)
      guard let kind = annotationKinds[type.rawValue] else { return nil }
      let flags = poppler_annot_get_flags(annotation).rawValue
      let hiding =
        POPPLER_ANNOT_FLAG_HIDDEN.rawValue | POPPLER_ANNOT_FLAG_NO_VIEW.rawValue
        | POPPLER_ANNOT_FLAG_INVISIBLE.rawValue
      return Annotation(
        kind: kind, box: box, contents: takeString(poppler_annot_get_contents(annotation)),
        author: author(of: annotation), color: takeColor(poppler_annot_get_color(annotation)),
        isHidden: flags & hiding != 0)
    }
  }

  /// Visits each annotation with its box in page points.
  func withAnnotations<Item>(_ visit: (OpaquePointer, Rect) -> Item?) -> [Item] {
    let list = poppler_page_get_annot_mapping(page)
    defer { poppler_page_free_annot_mapping(list) }
    return elements(list, of: PopplerAnnotMapping.self).compactMap { element in
      let mapping = element.pointee
      guard let annotation = mapping.annot else { return nil }
      return visit(annotation, geometry.shownUpToPage.apply(Rect(mapping.area)))
    }
  }

  private func author(of annotation: OpaquePointer) -> String? {
    // Every GObject begins with a GTypeInstance.
    let instance = UnsafeMutableRawPointer(annotation).assumingMemoryBound(to: GTypeInstance.self)
    guard g_type_check_instance_is_a(instance, poppler_annot_markup_get_type()) != 0 else {
      return nil
    }
    return takeString(poppler_annot_markup_get_label(annotation))
  }

  private func takeColor(_ color: UnsafeMutablePointer<PopplerColor>?) -> Color? {
    guard let color else { return nil }
    defer { g_free(color) }
    return Color(
      red: UInt8(color.pointee.red >> 8), green: UInt8(color.pointee.green >> 8),
      blue: UInt8(color.pointee.blue >> 8))
  }
}

/// The subtypes of ISO 32000-2, table 171, without `Link` and `Widget`.
private let annotationKinds: [UInt32: String] = [
  POPPLER_ANNOT_TEXT.rawValue: "text", POPPLER_ANNOT_FREE_TEXT.rawValue: "freetext",
  POPPLER_ANNOT_LINE.rawValue: "line", POPPLER_ANNOT_SQUARE.rawValue: "square",
  POPPLER_ANNOT_CIRCLE.rawValue: "circle", POPPLER_ANNOT_POLYGON.rawValue: "polygon",
  POPPLER_ANNOT_POLY_LINE.rawValue: "polyline", POPPLER_ANNOT_HIGHLIGHT.rawValue: "highlight",
  POPPLER_ANNOT_UNDERLINE.rawValue: "underline", POPPLER_ANNOT_SQUIGGLY.rawValue: "squiggly",
  POPPLER_ANNOT_STRIKE_OUT.rawValue: "strikeout", POPPLER_ANNOT_STAMP.rawValue: "stamp",
  POPPLER_ANNOT_CARET.rawValue: "caret", POPPLER_ANNOT_INK.rawValue: "ink",
  POPPLER_ANNOT_POPUP.rawValue: "popup",
  POPPLER_ANNOT_FILE_ATTACHMENT.rawValue: "fileattachment",
  POPPLER_ANNOT_SOUND.rawValue: "sound", POPPLER_ANNOT_MOVIE.rawValue: "movie",
  POPPLER_ANNOT_SCREEN.rawValue: "screen", POPPLER_ANNOT_PRINTER_MARK.rawValue: "printermark",
  POPPLER_ANNOT_TRAP_NET.rawValue: "trapnet", POPPLER_ANNOT_WATERMARK.rawValue: "watermark",
  POPPLER_ANNOT_3D.rawValue: "3d",
]
