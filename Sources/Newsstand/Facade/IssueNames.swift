/// The names of issues in a library: an id is unique within its store and publication, and kept for
/// life.
///
/// The first store that offers an issue `1` has the name `1`; the issue `1` of another store or
/// publication is called `1@harbor-weekly`. A URI names the same issue in all stores, and is its name.
struct IssueNames: Sendable {
  private var keys: [IssueName.Key: IssueID] = [:]
  private var names: [IssueID: IssueName] = [:]
  /// The issues with the same id in catalogs, by that id.
  private var namesakes: [String: [IssueID]] = [:]
  private var stores: Set<String> = []

  init(_ known: [IssueName]) {
    for name in known { add(name) }
  }

  subscript(id: IssueID) -> IssueName? { names[id] }

  private static func key(_ issue: Issue, _ store: String) -> IssueName.Key {
    IssueName.Key(
      store: store, publication: issue.publication ?? "", catalogID: issue.catalogID)
  }

  private static func isGlobal(_ issue: Issue) -> Bool { issue.catalogID.utf8.contains(0x3A) }

  /// The issue under its name here; nil if it has none yet.
  func named(_ issue: Issue, of store: String) -> Issue? {
    if Self.isGlobal(issue) { return issue }
    guard let id = keys[Self.key(issue, store)] else { return nil }
    guard id != issue.id else { return issue }
    var issue = issue
    issue.id = id
    return issue
  }

  /// Names the issues of a store that have no name, and gives the names that are new or changed.
  ///
  /// A publication that got another title, or a store that has another address, keeps its names.
  mutating func name(
    _ issues: [Issue], of store: String, stores known: Set<String>, at time: Double
  ) -> [IssueName] {
    let isFirst = !stores.contains(store)
    let unnamed = issues.filter { named($0, of: store) == nil }
    guard !unnamed.isEmpty else { return [] }
    let offered = Set(issues.map { Self.key($0, store) })
    var changed: [IssueName] = []
    for issue in unnamed {
      let key = Self.key(issue, store)
      guard keys[key] == nil else { continue }
      var name: IssueName
      if let earlier = earlierName(of: issue, key, offered, known) {
        keys[earlier.key] = nil
        name = earlier
        (name.key, name.title) = (key, issue.title)
      } else {
        name = IssueName(
          id: freeID(issue, store), key: key, title: issue.title, seen: isFirst ? nil : time)
      }
      add(name)
      changed.append(name)
    }
    return changed
  }

  private mutating func add(_ name: IssueName) {
    keys[name.key] = name.id
    if names.updateValue(name, forKey: name.id) == nil {
      namesakes[name.key.catalogID, default: []].append(name.id)
    }
    stores.insert(name.key.store)
  }

  /// The name that the same issue had before its publication or its store was called otherwise.
  private func earlierName(
    of issue: Issue, _ key: IssueName.Key, _ offered: Set<IssueName.Key>, _ known: Set<String>
  ) -> IssueName? {
    for id in namesakes[key.catalogID] ?? [] {
      guard let name = names[id], !offered.contains(name.key) else { continue }
      let isSameTitle = name.title == issue.title
      if name.key.store == key.store {
        let isUntold = name.key.publication.isEmpty != key.publication.isEmpty
        if isUntold || isSameTitle { return name }
      } else if !known.contains(name.key.store), isSameTitle,
        name.key.publication == key.publication
      {
        return name
      }
    }
    return nil
  }

  private func freeID(_ issue: Issue, _ store: String) -> IssueID {
    let plain = IssueID(known: issue.catalogID)
    if names[plain] == nil { return plain }
    return IssueID.distinct(issue.catalogID, of: issue.publication ?? Self.host(store)) {
      names[$0] == nil
    }
  }

  private static func host(_ url: String) -> String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    return String(rest.prefix { $0 != "/" })
  }
}
