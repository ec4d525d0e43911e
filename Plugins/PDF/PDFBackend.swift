import CRectoPoppler
import RectoPageModel

/// PDF through poppler-glib and Cairo.
public struct PDFBackend: PageBackend {
  public init() {}

  public var id: String { "pdf" }
  public var engine: String? { "poppler" }

  public var info: BackendInfo {
    BackendInfo(
      id: id, version: "16+poppler-\(String(cString: poppler_get_version()))",
      mediaTypes: ["application/pdf"], fileExtensions: ["pdf"],
      capabilities: Capability.provided(by: PDFPublication.self, PDFPage.self), engine: engine)
  }

  public func recognizes(_ probe: SourceProbe) -> Confidence { probe.pdfConfidence }

  public func open(
    _ source: Source, options: OpenOptions
  ) throws(PageError) -> any Publication {
    guard case .file(let bytes) = source.content else {
      throw PageError(.unsupported, "a folder is not a PDF")
    }
    return try PDFPublication(bytes: bytes, password: options.password)
  }
}
