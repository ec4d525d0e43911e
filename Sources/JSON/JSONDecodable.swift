/// A value that can be read from its documented JSON form.
public protocol JSONDecodable {
  /// Throws where the value has another form, or says what cannot be.
  init(json: JSONValue) throws(JSONError)
}

extension JSONDecodable {
  /// Reads a whole document.
  public init(jsonBytes bytes: [UInt8]) throws(JSONError) {
    try self.init(json: JSONDocument(bytes).root)
  }
}

extension JSONValue {
  /// The member of that name. Throws if it is missing.
  public func decode<Value: JSONDecodable>(_ name: StaticString) throws(JSONError) -> Value {
    try required(name) { value throws(JSONError) in try Value(json: value) }
  }

  /// The member of that name; nil if it is missing.
  public func decodeIfPresent<Value: JSONDecodable>(
    _ name: StaticString
  ) throws(JSONError) -> Value? {
    try ifPresent(name) { value throws(JSONError) in try Value(json: value) }
  }
}

extension JSONValue {
  /// The member of that name, a whole number in `range`. Throws if it is missing.
  public func integer(
    _ name: StaticString, in range: ClosedRange<Int>
  ) throws(JSONError) -> Int {
    try required(name) { value throws(JSONError) in try value.integer(in: range) }
  }

  /// The same; nil if it is missing.
  public func integerIfPresent(
    _ name: StaticString, in range: ClosedRange<Int>
  ) throws(JSONError) -> Int? {
    try ifPresent(name) { value throws(JSONError) in try value.integer(in: range) }
  }
}

extension Bool: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) { self = try json.bool() }
}

extension Int: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) { self = try json.integer() }
}

extension Double: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) { self = try json.number() }
}

extension String: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) { self = try json.string() }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    self = try json.elements { element throws(JSONError) in try Element(json: element) }
  }
}

/// For the names of `RawRepresentable` values.
extension JSONDecodable where Self: RawRepresentable, RawValue == String {
  /// Reads the name of a case. Throws if there is no such case.
  public init(json: JSONValue) throws(JSONError) {
    let name = try json.string()
    // No name is longer, and comparing long texts of combining marks takes very long.
    guard name.utf8.count <= 64, let value = Self(rawValue: name) else {
      throw JSONError("there is no \"\(DisplayText(name, maximumCount: 40).text)\" here")
    }
    self = value
  }
}
