import PageModel

/// What is known of an issue when all of its pages were looked at.
struct IssueContents: Sendable {
  var info: PublicationInfo
  var pageCount: Int
  var fonts: [FontUse]
  var outline: [OutlineItem]
  /// In the order of the pages, without those that could not be read.
  var pages: [PageSummary]
  /// Why pages could not be read, in their order.
  var failures: [(page: Int, error: PageError)]
}
