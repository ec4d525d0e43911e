/// The fields of a message's header in their order. Names are compared without case; a name may
/// occur more than once.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// One field.
  public struct Field: Sendable, Hashable {
    /// The name, in any case.
    public var name: String
    /// The value, without surrounding white space.
    public var value: String
  }

  /// All fields.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  /// These fields, in this order.
  public init(dictionaryLiteral fields: (String, String)...) {
    self.fields = fields.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of that name. Setting replaces all of them; nil removes them.
  public subscript(_ name: String) -> String? {
    get { fields.first { isSame($0.name, name) }?.value }
    set {
      fields.removeAll { isSame($0.name, name) }
      if let newValue { append(name, newValue) }
    }
  }

  /// All values of that name, in their order.
  public func values(_ name: String) -> [String] {
    fields.filter { isSame($0.name, name) }.map(\.value)
  }

  /// Adds a field behind the others.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }
}

/// Names have ASCII letters only (RFC 9110, section 5.1).
private func isSame(_ a: String, _ b: String) -> Bool {
  a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { $0.lowercased == $1.lowercased }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
