/// A publication whose pages are counted by laying them out, which may take longer than one request
/// may.
///
/// It is laid out in steps until `pagination` is there; whoever asks for `pageCount` or a page
/// before waits for all of them. Another copy of it that is opened with the same options can take
/// the counts over.
public protocol PaginatingPublication: Publication {
  /// The number of pages of each of its parts, in their order; nil until all are counted. 0 is for
  /// a part that cannot be laid out, which is a page that says why.
  var pagination: [Int]? { get }

  /// Counts on for about as many seconds, one part at least. A part that cannot be laid out is a
  /// warning.
  ///
  /// Throws what lets no other part be laid out either.
  func paginate(seconds: Double) throws(PageError)

  /// Takes over what another copy has counted.
  ///
  /// Throws `damaged` where it does not fit the publication.
  func adopt(pagination: [Int]) throws(PageError)
}
