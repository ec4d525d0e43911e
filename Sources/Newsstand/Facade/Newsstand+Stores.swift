/// The library's own facts of a catalog that was added.
struct StoreNote: Sendable, Hashable {
  /// The name that the reader gave it; nil for the catalog's title.
  var name: String?
  /// The time when it was added: seconds since 1970-01-01T00:00:00Z.
  var added: Double
  /// The publisher's key, which the catalog has to be signed with.
  var key: PublisherKey?
}

extension Newsstand {
  /// Gives a catalog a name on this shelf; nil or an empty one gives it its own title back. Throws
  /// `notFound` for a catalog that was not added.
  public func renameStore(_ url: String, to name: String?) async throws(NewsstandError) {
    guard try await stores().contains(url) else {
      throw NewsstandError(.notFound, "there is no store \(printable(url))")
    }
    let name = shownLine(name)
    try await library.write { database throws(NewsstandError) in
      try database.renameStore(url, to: name)
    }
    observers.send(.storeChanged(url))
  }

  /// The names that the reader gave to catalogs, by URL.
  public func storeNames() async throws(NewsstandError) -> [String: String] {
    try await reader.storeNotes().compactMapValues(\.name)
  }

  /// Refreshes the catalogs whose cached answers have expired (RFC 9111, 4.2), each at most once a
  /// minute. Returns the errors by URL; a catalog that failed keeps its last issues.
  @discardableResult
  public func refreshIfDue() async throws(NewsstandError) -> [String: NewsstandError] {
    var failures: [String: NewsstandError] = [:]
    for url in try await stores() {
      guard await (try? store(url))?.isDue() == true else { continue }
      if let failure = await refresh(url) { failures[url] = failure }
    }
    return failures
  }

  /// The picture of a part that may be read before the issue is bought or downloaded.
  ///
  /// - Parameter index: From 0, among `Issue.previews`.
  ///
  /// Throws `notFound` if there is none, `badContent` if it is not a picture, and the errors of
  /// fetching.
  public func preview(_ index: Int, of id: IssueID) async throws(NewsstandError) -> CoverImage {
    let shelved = try await issue(id)
    guard shelved.issue.previews.indices.contains(index), let url = shelved.store else {
      throw NewsstandError(.notFound, "the issue \(printable(id.text)) has no such preview")
    }
    return try await (try store(url)).preview(shelved.issue.previews[index])
  }
}

extension LibraryReader {
  func storeNotes() async throws(NewsstandError) -> [String: StoreNote] {
    try await records.read { database throws(NewsstandError) in try database.storeNotes() }
  }
}

extension IssueDate {
  /// True if an issue of this date came out after a time, as far as the date is exact.
  func isAfter(_ time: Double) -> Bool { (text.utf8.count <= 7 ? seconds : next ?? seconds) > time }
}
