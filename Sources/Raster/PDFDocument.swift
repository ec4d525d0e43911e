import CRectoCairo
import RectoPageModel

/// Writes a PDF page by page with a Cairo PDF surface, which is destroyed with its owner.
///
/// Not `Sendable`: it belongs to one thread.
public final class PDFDocument {
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let output: Output
  private var pageCount = 0

  /// The bytes that Cairo has written so far.
  private final class Output {
    var bytes: [UInt8] = []
    let limit: Int

    init(limit: Int) { self.limit = limit }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  }

  /// An empty document that may become `limit` bytes long. Calls
  /// `cairo_pdf_surface_create_for_stream`.
  public init(limit: Int) throws(PageError) {
    let output = Output(limit: limit)
    self.output = output
    surface = cairo_pdf_surface_create_for_stream(
      { closure, bytes, count in
        guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
        let output = Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
        guard output.bytes.count + Int(count) <= output.limit else {
          return CAIRO_STATUS_WRITE_ERROR
        }
        output.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return CAIRO_STATUS_SUCCESS
      }, output.pointer, 1, 1)
    context = cairo_create(surface)
    try checkOutput()
  }

  deinit {
    withCairoFonts {
      cairo_destroy(context)
      // Output written from here on is discarded; the closure must not be called later.
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
  }

  /// Writes the document's metadata. The creation time is the metadata's own, else now, or none if
  /// the file must be reproducible. Calls `cairo_pdf_surface_set_metadata`.
  public func setMetadata(_ metadata: Metadata, isDeterministic: Bool) {
    func set(_ kind: cairo_pdf_metadata_t, _ text: String?) {
      guard let text else { return }
      cairo_pdf_surface_set_metadata(surface, kind, text)
    }
    set(CAIRO_PDF_METADATA_TITLE, metadata.title)
    set(CAIRO_PDF_METADATA_AUTHOR, metadata.author)
    set(CAIRO_PDF_METADATA_SUBJECT, metadata.subject)
    set(CAIRO_PDF_METADATA_KEYWORDS, metadata.keywords)
    set(CAIRO_PDF_METADATA_CREATOR, metadata.creator ?? "Recto")
    // Cairo leaves a date out that it cannot read, and writes today's where it gets none.
    set(CAIRO_PDF_METADATA_CREATE_DATE, metadata.created ?? (isDeterministic ? "none" : nil))
    set(CAIRO_PDF_METADATA_MOD_DATE, metadata.modified)
  }

  /// Adds a page of `size` in points. `draw` gets a `cairo_t *` whose user space is its points, y
  /// down.
  ///
  /// Throws what `draw` throws, and `limit` if the file becomes too long.
  public func addPage(
    _ size: Size, label: String, _ draw: (OpaquePointer) throws(PageError) -> Void
  ) throws(PageError) {
    pageCount += 1
    cairo_pdf_surface_set_size(surface, size.width, size.height)
    cairo_pdf_surface_set_page_label(surface, label)
    cairo_save(context)
    try draw(context)
    cairo_restore(context)
    withCairoFonts { cairo_show_page(context) }
    try checkOutput()
  }

  /// Adds a named place on the page that is being drawn, for links to that name.
  public func addDestination(_ name: String, at point: Point) {
    tag(CAIRO_TAG_DEST, "name='\(Self.escaped(name))' x=\(point.x) y=\(point.y)")
  }

  /// The target of a link.
  public enum LinkTarget: Sendable, Hashable {
    case destination(String)
    case url(String)
  }

  /// Makes areas of the page that is being drawn a link.
  public func addLink(_ areas: [Rect], to target: LinkTarget) {
    guard !areas.isEmpty else { return }
    let numbers = areas.map { "\($0.x) \($0.y) \($0.width) \($0.height)" }.joined(separator: " ")
    let goal =
      switch target {
      case .destination(let name): "dest='\(Self.escaped(name))'"
      case .url(let url): "uri='\(Self.escaped(Self.literal(url)))'"
      }
    tag(CAIRO_TAG_LINK, "rect=[\(numbers)] \(goal)")
  }

  /// Adds an entry to the outline below another and returns its number; 0 is the root. `page` is
  /// from 0. Calls `cairo_pdf_surface_add_outline`.
  public func addOutlineItem(
    _ title: String, page: Int, at point: Point, below parent: Int32 = 0
  ) -> Int32 {
    guard page < pageCount else { return parent }
    return cairo_pdf_surface_add_outline(
      surface, parent, title, "page=\(page + 1) pos=[\(point.x) \(point.y)]",
      cairo_pdf_outline_flags_t(0))
  }

  /// Ends the document and returns its file. Throws `limit` if it is too long.
  public func finish() throws(PageError) -> [UInt8] {
    withCairoFonts { cairo_surface_finish(surface) }
    try checkOutput()
    PDFCrossReferences.freeMissingObjects(in: &output.bytes)
    return output.bytes
  }

  private func tag(_ name: String, _ attributes: String) {
    cairo_tag_begin(context, name, attributes)
    cairo_tag_end(context, name)
  }

  /// A URL that may stand in a literal string of a PDF, into which Cairo writes it as it is: with
  /// percent signs for backslashes, and for parentheses without a partner (ISO 32000-2, 7.3.4.2).
  private static func literal(_ url: String) -> String {
    let encoded = url.replacing("\\", with: "%5C")
    var depth = 0
    let isBalanced = encoded.allSatisfy { character in
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      return depth >= 0
    }
    guard !isBalanced || depth > 0 else { return encoded }
    return encoded.replacing("(", with: "%28").replacing(")", with: "%29")
  }

  /// Escapes a string for Cairo's tag attributes.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if character == "'" || character == "\\" { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }

  private func checkOutput() throws(PageError) {
    let statuses = [cairo_status(context), cairo_surface_status(surface)]
    guard !statuses.contains(CAIRO_STATUS_WRITE_ERROR) else {
      throw PageError(.limit, "the PDF is longer than \(output.limit) bytes: ask for fewer pages")
    }
    for status in statuses where status != CAIRO_STATUS_SURFACE_FINISHED { try check(status) }
  }
}
