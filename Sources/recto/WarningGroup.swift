import RectoPageModel

/// Warnings that differ only in numbers and pages and are reported as one: a damaged file has hundreds.
struct WarningGroup {
  let first: PageWarning
  private(set) var count: Int

  var message: String {
    count == 1 ? first.message : "\(first.message), and \(count - 1) more like it"
  }

  /// In the order of their first ones.
  static func groups(_ warnings: [PageWarning]) -> [WarningGroup] {
    var groups: [WarningGroup] = []
    var indices: [String: Int] = [:]
    for warning in warnings {
      let key = "\(warning.code) \(warning.message.filter { !$0.isNumber })"
      if let index = indices[key] {
        groups[index].count += 1
      } else {
        indices[key] = groups.count
        groups.append(WarningGroup(first: warning, count: 1))
      }
    }
    return groups
  }
}
