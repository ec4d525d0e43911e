import RectoPageModel

/// The facts about an issue after all of its pages were read.
struct IssueSummary: Sendable {
  var info: PublicationInfo
  var pageCount: Int
  var fonts: [FontUse]
  var outline: [OutlineItem]
  /// In the order of the pages, without those that could not be read.
  var pages: [PageSummary]
  /// The reasons why pages could not be read, in their order.
  var failures: [(page: Int, error: PageError)]
}
