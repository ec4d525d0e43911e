/// An object of a layout file while it is read. It notes which keys are asked for: those are the
/// keys that it may have.
final class LayoutObject {
  let value: LayoutValue
  private let members: [PositionedNode.Member]
  private let kind: String
  private var asked: Set<String> = []

  init(value: LayoutValue, members: [PositionedNode.Member], kind: String) {
    self.value = value
    self.members = members
    self.kind = kind
  }

  /// The value of a key; nil if it is not there.
  subscript(key: String) -> LayoutValue? {
    asked.insert(key)
    guard let member = members.first(where: { $0.name == key }) else { return nil }
    return LayoutValue(
      node: member.value, path: .member(value.path, key), reading: value.reading)
  }

  /// Like the subscript, but reports a missing key.
  func required(_ key: String) -> LayoutValue? {
    if let found = self[key] { return found }
    value.report(.missingKey, "needs the key \(key)")
    return nil
  }

  func reportUnknownKeys() {
    value.reading.note(keys: asked, ofKind: kind)
    for member in members where !asked.contains(member.name) {
      let inner = LayoutValue(
        node: PositionedNode(.null, at: member.position), path: value.path, reading: value.reading)
      inner.report(
        .unknownKey,
        "has no key \(quoted(member.name))" + suggestion(for: member.name, among: asked.sorted()))
    }
  }
}
