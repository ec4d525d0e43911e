import RectoMarkup
import RectoPageModel

/// `META-INF/container.xml` (EPUB 3.3, 4.2.6.3.1).
public enum ContainerDocument {
  public static let name = "META-INF/container.xml"
  private static let packageType = "application/oebps-package+xml"

  /// The package documents that are listed, the default rendition first.
  ///
  /// Throws `damaged` where the document is missing, names no package, or one outside.
  static func packagePaths(in files: any SourceFiles) throws(PageError) -> [RelativePath] {
    guard let bytes = try files.metaInformation("container.xml") else {
      throw PageError(
        .damaged, "\(name) is missing, which says where the book is: pack the EPUB again")
    }
    do throws(PageError) {
      let paths = try XMLDocument(bytes, as: .xml).withRoot { root throws(PageError) in
        try root.descendants { $0.name == "rootfile" }.filter(isPackage)
          .prefix(BookLimits.packages).compactMap(\.fullPath)
          .map { path throws(PageError) in try packagePath(path) }
      }
      guard !paths.isEmpty else {
        throw PageError(.damaged, "it names no package document (rootfile with full-path)")
      }
      return paths
    } catch {
      throw error.about(name)
    }
  }

  /// One without a type counts as a package document.
  private static func isPackage(_ rootfile: XMLElement) -> Bool {
    (rootfile.attribute("media-type")?.trimmed).map { $0 == packageType || $0.isEmpty } ?? true
  }

  /// A path and no URL: percent signs stand for themselves.
  private static func packagePath(_ written: String) throws(PageError) -> RelativePath {
    do throws(InvalidPath) {
      return try RelativePath(written)
    } catch {
      throw PageError(.damaged, "full-path \"\(written.printable)\" \(error.sentence)")
    }
  }
}

extension XMLElement {
  fileprivate var fullPath: String? {
    attribute("full-path").map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
  }
}
