extension Newsstand {
  /// The public key with which browsers subscribe, in URL-safe Base64 (RFC 8292, section 4). It
  /// is made when it is first needed. Throws what writing to the library throws.
  public func pushKey() async throws(NewsstandError) -> String {
    if let key = try await reader.pushKey() { return Base64URL.encode(key.publicBytes) }
    let key = try await library.write { database throws(NewsstandError) in
      if let key = try database.pushKey() { return key }
      let key = P256Key()
      try database.put(key)
      return key
    }
    return Base64URL.encode(key.publicBytes)
  }

  /// Registers a browser for messages about new issues. Throws `tooLarge` beyond
  /// `PushReader.most`.
  public func addPushReader(_ reader: PushReader) async throws(NewsstandError) {
    let time = configuration.now()
    let known = try await self.reader.pushReaders()
    guard known.count < PushReader.most || known.contains(where: { $0.endpoint == reader.endpoint })
    else {
      throw NewsstandError(
        .notNow, "\(PushReader.most) browsers are told of new issues already, which is the most")
    }
    try await library.write { database throws(NewsstandError) in
      try database.put(reader, at: time)
    }
  }

  /// Unregisters a browser; does nothing for an unknown one.
  public func removePushReader(_ endpoint: String) async throws(NewsstandError) {
    try await library.write { database throws(NewsstandError) in
      try database.removePushReader(endpoint)
    }
  }

  /// Tells them of an issue that came automatically. A failure is an event.
  func tellReaders(of issue: Issue) {
    notices[issue.id] = Task {
      let notice = PushNotice(publication: issue.publication, issues: [issue])
      do throws(NewsstandError) {
        for case (_, .failed(let error)) in try await tell(notice) {
          observers.send(.pushFailed(error))
        }
      } catch {
        observers.send(.pushFailed(error))
      }
      notices[issue.id] = nil
    }
  }

  /// Tells all browsers, each by its push service, and forgets those that took their permission back.
  ///
  /// Throws what reading the library throws; a service that does not answer is in the result.
  @discardableResult
  public func tell(
    _ notice: PushNotice
  ) async throws(NewsstandError) -> [(reader: PushReader, outcome: PushSender.Outcome)] {
    let outcomes = try await reader.tell(notice, by: configuration.push)
    for case (let reader, .gone) in outcomes { try await removePushReader(reader.endpoint) }
    return outcomes
  }
}

extension LibraryReader {
  func pushReaders() async throws(NewsstandError) -> [PushReader] {
    try await records.read { database throws(NewsstandError) in try database.pushReaders() }
  }

  func pushKey() async throws(NewsstandError) -> P256Key? {
    try await records.read { database throws(NewsstandError) in try database.pushKey() }
  }

  /// Tells all browsers that the library knows, some at a time. It changes nothing, and so can run
  /// while another program has the library, which forgets those that are gone.
  public func tell(
    _ notice: PushNotice, by sender: PushSender
  ) async throws(NewsstandError) -> [(reader: PushReader, outcome: PushSender.Outcome)] {
    guard let key = try await pushKey() else { return [] }
    let readers = try await pushReaders()
    let bytes = notice.bytes
    var outcomes: [(PushReader, PushSender.Outcome)] = []
    // The sender limits the number at once.
    await withTaskGroup(of: (PushReader, PushSender.Outcome).self) { group in
      for reader in readers {
        group.addTask { (reader, await sender.send(bytes, to: reader, signedBy: key)) }
      }
      for await outcome in group { outcomes.append(outcome) }
    }
    return outcomes.map { (reader: $0.0, outcome: $0.1) }
  }
}
