import RectoBrowser
import RectoPageModel

/// Documents of fixed size, each a page, for backends whose publications have such.
package enum FixedPages {
  /// The code of the warning of a document that is not well-formed.
  package static let malformed = "malformed-document"

  /// A publication of the documents at `paths`, which may be SVG or pictures too, in a browser
  /// that is lent. `types` are the media types of files whose names do not say them, `callSeconds`
  /// is that of `OpenOptions`.
  package static func publication(
    _ paths: [RelativePath], of files: any SourceFiles, types: [String: String],
    in browser: Browser, callSeconds: Double
  ) -> any Publication {
    let source = HTMLSource(
      fixed: paths.map(\.text), files: files, types: types, callSeconds: callSeconds)
    return HTMLPublication(source, pages: LoadedPages(browser))
  }
}
