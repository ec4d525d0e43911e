import RectoMarkup
import RectoPageModel

/// The encryption of a book's files, by `META-INF/encryption.xml` and the files that schemes of copy
/// protection leave in that folder (EPUB 3.3, 4.2.6.3.2 and 4.3).
struct Encryption: Sendable {
  enum Method: Sendable, Hashable {
    /// A font whose first bytes are obfuscated with the book's identifier.
    case obfuscated(FontObfuscation)
    /// Any other algorithm, by its URL.
    case unknown(String)
  }

  private var methods: [RelativePath: Method] = [:]
  /// The name of the copy protection, if it is known by its files.
  private let scheme: String?

  /// Throws `damaged` if the document cannot be read, since encrypted files would be read as text.
  init(in files: any SourceFiles) throws(PageError) {
    scheme = Self.marks.first { files.hasMetaInformation($0.file) }?.scheme
    guard let bytes = try files.metaInformation("encryption.xml") else { return }
    do throws(PageError) {
      methods = try XMLDocument(bytes, as: .xml).withRoot { root throws(PageError) in
        Self.methods(in: root)
      }
    } catch {
      throw error.about("META-INF/encryption.xml")
    }
  }

  func method(of path: RelativePath) -> Method? { methods[path] }

  /// True if a file cannot be decrypted.
  func isProtected(_ path: RelativePath) -> Bool {
    if case .unknown = methods[path] { true } else { false }
  }

  /// The advice for a file that cannot be read.
  var advice: String {
    (scheme.map { "the book is protected by \($0): " } ?? "the book is copy-protected: ")
      + "get it without protection from its publisher, or read it in the app it was made for"
  }

  private static let marks: [(file: String, scheme: String)] = [
    ("license.lcpl", "Readium LCP"), ("rights.xml", "Adobe ADEPT"), ("sinf.xml", "Apple FairPlay"),
  ]

  /// The method of each encrypted file. URLs are relative to the container's root.
  private static func methods(in root: XMLElement) -> [RelativePath: Method] {
    guard let base = try? RelativePath("encryption.xml") else { return [:] }
    var methods: [RelativePath: Method] = [:]
    for data in root.descendants(where: { $0.name == "EncryptedData" }) {
      let algorithm =
        data.children(named: "EncryptionMethod").first?.attribute("Algorithm")?.trimmed ?? ""
      for reference in data.descendants(where: { $0.name == "CipherReference" }) {
        guard let url = reference.attribute("URI"),
          let path = BookReference(url, from: base)?.path
        else { continue }
        methods[path] =
          FontObfuscation(rawValue: algorithm).map { .obfuscated($0) } ?? .unknown(algorithm)
      }
    }
    return methods
  }
}
