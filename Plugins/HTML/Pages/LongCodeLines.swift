import RectoBrowser
import RectoPageModel

/// Code whose lines or whose number of lines has to be scrolled through is shown to its end: long lines
/// are broken, as on paper. What is cut off would be in no picture and in no search.
///
/// Code beside its line numbers, in the cells of a table, stays as it is: they stand at its lines.
enum LongCodeLines {
  /// An expression that changes the page, and tells if it has.
  static let script = PageFunction(PackageResources.break_code_js).call()
}
