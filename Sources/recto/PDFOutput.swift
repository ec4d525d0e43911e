import RectoPageModel
import RectoPipeline

/// `recto render --format pdf`: pages of a layout in one file.
struct PDFOutput {
  private let session: Session
  private let request: PDFRequest
  private let path: String

  /// The options that affect images only.
  private static let imageOptions = [
    "spread", "scale", "fit", "region", "rotate", "quality", "level", "gray", "background", "dark",
    "no-annotations", "show", "hide", "cache",
  ]

  /// True if --format is pdf or, without --format, the output's name ends in .pdf.
  static func isWanted(_ arguments: Arguments) -> Bool {
    if let format = arguments["format"] { return format.lowercased() == "pdf" }
    return arguments["output"]?.lowercased().hasSuffix(".pdf") ?? false
  }

  init(_ arguments: Arguments, _ session: Session) async throws {
    if let option = Self.imageOptions.first(where: { arguments.has($0) || arguments[$0] != nil }) {
      throw UsageError("--\(option) applies to images only, not to pdf")
    }
    self.session = session
    request = PDFRequest(
      pages: try await session.pages(arguments),
      pictureDotsPerInch: try arguments.number("dpi", in: 1...10_000) ?? 300,
      isDeterministic: arguments.has("deterministic"))
    let name = "\(SourceName(of: session.source).stem).pdf"
    guard let output = arguments["output"] else {
      path = name
      return
    }
    let namesFolder = output.hasSuffix("/") || isFolder(output)
    if namesFolder { try makeFolder(output) }
    path = namesFolder ? output + (output.hasSuffix("/") ? "" : "/") + name : output
  }

  func write() async throws -> ExitStatus {
    try writeFile(try await session.publication.pdf(request), to: path)
    return .done
  }
}
