import RectoPageModel
import RectoTypesetting

/// Free-format text: stories in Markdown or plain text, and a layout of the pages that they flow
/// through; without a layout, a good plain page.
///
/// Sets type with the project's own engine (`Typesetting`). Pictures are pages of other backends,
/// which it is given.
public struct TextBackend: PageBackend {
  private let pictures: [any PageBackend]

  /// `pictures` read the pictures on pages.
  public init(pictures: [any PageBackend] = []) { self.pictures = pictures }

  public var id: String { "text" }

  public var info: BackendInfo {
    BackendInfo(
      id: id, version: "9+\(Typesetter.libraries)",
      mediaTypes: ["text/markdown", "text/plain", "application/vnd.recto.layout+json"],
      fileExtensions: ["md", "markdown", "txt", "text", "json", "yaml", "yml"],
      capabilities: Self.capabilities)
  }

  static let capabilities = Capability.provided(by: TextPublication.self, LayoutPage.self)

  public func recognizes(_ probe: SourceProbe) -> Confidence {
    TextRecognition.confidence(probe)
  }

  /// A plain text, JSON or YAML among other files may be anything.
  public var sourceTraits: SourceTraits {
    SourceTraits(
      roles: [.story: ["md", "markdown"], .part: ["txt", "text", "json", "yaml", "yml"]],
      readsFilesBeside: true)
  }

  /// Opens fontconfig and the backends of pictures.
  public func preload() {
    _ = try? FontLibrary()
    for backend in pictures { backend.preload() }
  }

  /// The pictures that a Markdown file names, below its folder.
  public func companions(ofSourceAt path: String) -> [String] {
    StoryPictures.paths(besideStoryAt: path)
  }

  /// The hyphenation patterns.
  public var readablePaths: [String] {
    [HyphenationDictionaries.systemFolder] + pictures.flatMap(\.readablePaths)
  }

  /// Throws `unsupported` for a folder without a layout that does not have exactly one story,
  /// `damaged` for a layout without a usable page, `notFound` if no story exists, `limit` beyond
  /// the limits of text, and `notInstalled` without any font. A problem that affects only a part is
  /// a warning.
  public func open(
    _ source: Source, options: OpenOptions
  ) throws(PageError) -> any Publication {
    let opening = try TextOpening(source, options: options, pictures: pictures)
    return try TextPublication(opening)
  }
}
