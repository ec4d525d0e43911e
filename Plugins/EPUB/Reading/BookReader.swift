import RectoMarkup
import RectoPageModel

/// Reads a book's package document and what that names.
enum BookReader {
  /// Reads the first of several package documents that is readable (EPUB RS 3.3, 4.2.1).
  ///
  /// Throws `damaged`, `unsupported` or `limit` where none can; its sentence begins with the path
  /// of the first.
  static func read(_ container: BookContainer) throws(PageError) -> Book {
    var failure: PageError?
    for path in container.packagePaths {
      do throws(PageError) {
        return try read(path, in: container)
      } catch {
        failure = failure ?? error
      }
    }
    throw failure ?? PageError(.damaged, "the container names no package document")
  }

  private static func read(
    _ path: RelativePath, in container: BookContainer
  ) throws(PageError) -> Book {
    do throws(PageError) {
      let document = try XMLDocument(packageBytes(at: path, in: container), as: .xml)
      return try document.withRoot { root throws(PageError) in
        guard root.name == "package" else {
          throw PageError(.damaged, "its root is not package")
        }
        return try book(root, at: path, in: container)
      }
    } catch {
      // An error about another file has its own path.
      throw error.message.hasPrefix(path.text) ? error : error.about(path.text)
    }
  }

  private static func packageBytes(
    at path: RelativePath, in container: BookContainer
  ) throws(PageError) -> FileBytes {
    guard container.contains(path) else {
      throw PageError(
        .damaged, "the package document, which META-INF/container.xml names, is not in the book")
    }
    return try container.document(at: path)
  }

  private static func book(
    _ package: XMLElement, at path: RelativePath, in container: BookContainer
  ) throws(PageError) -> Book {
    var warnings = container.warnings
    let metadata = MetadataReader(package: package)
    let manifest = try Manifest(package: package, at: path, warnings: &warnings)
    let rendition = rendition(metadata)
    let spine = try Spine(
      package: package, manifest: manifest, rendition: rendition, container: container,
      warnings: &warnings)
    let guide = GuideReader.entries(package: package, at: path)
    let navigation = Navigation(
      manifest: manifest, spine: spine, guide: guide, container: container, warnings: &warnings)
    let cover = Cover(
      manifest: manifest, metadata: metadata, landmarks: navigation.landmarks + guide,
      container: container)
    let overlays = OverlayReader.overlays(
      of: spine.items, manifest: manifest, metadata: metadata, container: container,
      warnings: &warnings)
    report(manifest, in: container, spine: spine.items, &warnings)
    return Book(
      version: package.attribute("version")?.trimmed ?? "",
      packagePath: path,
      metadata: metadata.metadata(
        uniqueIdentifier: package.attribute("unique-identifier")?.trimmed),
      direction: spine.direction, rendition: rendition, manifest: manifest.items,
      substitutes: manifest.substitutes, spine: spine.items, coverImage: cover.image,
      coverPage: cover.page,
      contents: navigation.contents, pageList: navigation.pageList,
      landmarks: navigation.landmarks, overlays: overlays, warnings: warnings.all)
  }

  /// The first of repeated properties counts.
  private static func rendition(_ metadata: MetadataReader) -> Rendition {
    var rendition = Rendition()
    for property in ["layout", "orientation", "spread", "flow"].map({ "rendition:\($0)" }) {
      guard let value = metadata.properties(property).first else { continue }
      _ = rendition.apply(property: property, value: value)
    }
    if metadata.legacy("fixed-layout") == "true" { rendition.layout = .prePaginated }
    return rendition
  }

  /// Reports the content that pages will lack.
  private static func report(
    _ manifest: Manifest, in container: BookContainer, spine: [SpineItem],
    _ warnings: inout BookWarnings
  ) {
    let shown = Set(spine.map(\.path))
    for item in manifest.items {
      guard let path = item.path, !shown.contains(path) else { continue }
      if !container.contains(path) {
        warnings.add(
          .missingFile, "the file \(path.text.printable) is listed and not in the book")
      } else if container.encryption.isProtected(path) {
        warnings.add(
          .encryptedFile, "\(path.text.printable) is encrypted: \(container.encryption.advice)")
      }
    }
  }
}
