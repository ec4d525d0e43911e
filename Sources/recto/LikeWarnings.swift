import RectoPageModel

/// Warnings that differ only in their numbers and pages, which are said once: a damaged file has hundreds.
struct LikeWarnings {
  let first: PageWarning
  private(set) var count: Int

  var message: String {
    count == 1 ? first.message : "\(first.message), and \(count - 1) more like it"
  }

  /// In the order of their first ones.
  static func groups(_ warnings: [PageWarning]) -> [LikeWarnings] {
    var groups: [LikeWarnings] = []
    var indices: [String: Int] = [:]
    for warning in warnings {
      let key = "\(warning.code) \(warning.message.filter { !$0.isNumber })"
      if let index = indices[key] {
        groups[index].count += 1
      } else {
        indices[key] = groups.count
        groups.append(LikeWarnings(first: warning, count: 1))
      }
    }
    return groups
  }
}
