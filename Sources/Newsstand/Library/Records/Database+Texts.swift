/// The texts of pages, and their search.
extension Database {
  /// Replaces all texts of the issue.
  func putTexts(_ texts: [String], of id: IssueID) throws(NewsstandError) {
    try removeTexts(of: id)
    for (page, text) in texts.enumerated() {
      try run(
        "INSERT INTO pages (issue, page, text) VALUES (?, ?, ?)", .text(id.text), .integer(page),
        .text(IndexedText.separated(text)))
    }
  }

  func removeTexts(of id: IssueID) throws(NewsstandError) {
    try run("DELETE FROM pages WHERE issue = ?", .text(id.text))
  }

  /// The number of an issue's pages in the index.
  func indexedPages(of id: IssueID) throws(NewsstandError) -> Int {
    try rows("SELECT count(*) FROM pages WHERE issue = ?", .text(id.text)) { $0.integer(0) }.first
      ?? 0
  }

  /// The best first. Throws `notFound` for a query without a letter or a digit.
  func search(_ query: String, limit: Int) throws(NewsstandError) -> [LibraryHit] {
    let expression = try IndexedText.expression(query)
    return try rows(
      """
      SELECT pages.issue, issues.metadata, pages.page,
        snippet(texts, 0, char(2), char(3), '…', 16)
      FROM texts JOIN pages ON pages.number = texts.rowid JOIN issues ON issues.id = pages.issue
      WHERE texts MATCH ? ORDER BY rank, issues.date DESC, pages.page LIMIT ?
      """, .text(expression), .integer(limit)
    ) { row throws(NewsstandError) in
      let issue = try StoredIssue(text: row.text(1)).issue
      return LibraryHit(id: issue.id, title: issue.title, page: row.integer(2), marked: row.text(3))
    }
  }

  /// Throws `badLibrary` where the index and the texts differ.
  func checkTexts() throws(NewsstandError) {
    try execute("INSERT INTO texts(texts, rank) VALUES ('integrity-check', 1)")
  }

  func rebuildTexts() throws(NewsstandError) {
    try execute("INSERT INTO texts(texts) VALUES ('rebuild')")
  }
}
