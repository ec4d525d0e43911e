import CRectoJSON

/// A value in a `JSONDocument`, which it keeps alive.
///
/// A missing member that is read is an error with its place; unknown members are ignored, so that
/// forms can grow.
public struct JSONValue {
  private let document: JSONDocument
  private let value: recto_json_value

  init(_ value: recto_json_value, in document: JSONDocument) {
    self.value = value
    self.document = document
  }

  /// Lends the handle while the document is sure to be there.
  private func read<Result>(_ body: (recto_json_value) -> Result) -> Result {
    withExtendedLifetime(document) { body(value) }
  }

  private var kind: recto_json_kind { read(recto_json_kind_of) }

  /// True if it is `null`.
  public var isNull: Bool { kind == RECTO_JSON_NULL }

  // MARK: Single values

  /// `true` or `false`. Throws for anything else.
  public func bool() throws(JSONError) -> Bool {
    var result = false
    guard read({ recto_json_bool($0, &result) }) else { throw JSONError("expected true or false") }
    return result
  }

  /// A number without a fraction, in `range`.
  public func integer(in range: ClosedRange<Int> = Int.min...Int.max) throws(JSONError) -> Int {
    var result: Int64 = 0
    guard read({ recto_json_integer($0, &result) }), let integer = Int(exactly: result) else {
      throw JSONError("expected a whole number")
    }
    guard range.contains(integer) else {
      throw JSONError(
        range.upperBound == Int.max
          ? "expected a whole number of at least \(range.lowerBound)"
          : "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// Always finite: JSON has no other numbers.
  public func number() throws(JSONError) -> Double {
    var result = 0.0
    guard read({ recto_json_number($0, &result) }) else { throw JSONError("expected a number") }
    return result
  }

  /// The text as it stands, with any control characters that were escaped in it.
  public func string() throws(JSONError) -> String {
    var bytes: UnsafePointer<CChar>?
    var count = 0
    let text = read { value in
      recto_json_string(value, &bytes, &count) ? String(bytes, count) : nil
    }
    guard let text else { throw JSONError("expected a string") }
    return text
  }

  /// An array of as many numbers, 8 at most; the others are 0.
  package func numbers(_ wanted: Int) throws(JSONError) -> SIMD8<Double> {
    var numbers = SIMD8<Double>()
    let areThere = withUnsafeMutablePointer(to: &numbers) { numbers in
      read {
        // A vector is its scalars, one after the other.
        recto_json_numbers(
          $0, UnsafeMutableRawPointer(numbers).assumingMemoryBound(to: Double.self),
          min(wanted, SIMD8<Double>.scalarCount))
      }
    }
    guard areThere else { throw JSONError("expected an array of \(wanted) numbers") }
    return numbers
  }

  // MARK: Arrays and objects

  /// The results of `body` for each element of an array.
  public func elements<Element>(
    _ body: (JSONValue) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    var iterator = recto_json_iterator()
    guard read({ recto_json_elements($0, &iterator) }) else { throw JSONError("expected an array") }
    var elements: [Element] = []
    var next = recto_json_value()
    while read({ _ in recto_json_next_element(&iterator, &next) }) {
      do throws(JSONError) {
        elements.append(try body(JSONValue(next, in: document)))
      } catch {
        throw error.inside(elements.count)
      }
    }
    return elements
  }

  /// Calls `body` with each member of an object; a name may come more than once.
  public func members(
    _ body: (_ name: String, _ value: JSONValue) throws(JSONError) -> Void
  ) throws(JSONError) {
    var iterator = recto_json_iterator()
    guard read({ recto_json_members($0, &iterator) }) else {
      throw JSONError("expected an object")
    }
    var bytes: UnsafePointer<CChar>?
    var count = 0
    var next = recto_json_value()
    while let name = read({ _ in
      recto_json_next_member(&iterator, &bytes, &count, &next) ? String(bytes, count) : nil
    }) {
      do throws(JSONError) {
        try body(name, JSONValue(next, in: document))
      } catch {
        throw error.inside(DisplayText(name, maximumCount: 40).text)
      }
    }
  }

  /// The first member of that name; nil if it is missing or null. Throws if the value is not an
  /// object.
  public func member(_ name: StaticString) throws(JSONError) -> JSONValue? {
    guard kind == RECTO_JSON_OBJECT else {
      throw JSONError("expected an object")
    }
    var member = recto_json_value()
    let isThere = read {
      recto_json_member($0, name.utf8Start, name.utf8CodeUnitCount, &member)
    }
    guard isThere else { return nil }
    let found = JSONValue(member, in: document)
    return found.isNull ? nil : found
  }

  /// The result of `body` for the member of that name; nil if it is missing.
  public func ifPresent<Result>(
    _ name: StaticString, _ body: (JSONValue) throws(JSONError) -> Result
  ) throws(JSONError) -> Result? {
    guard let member = try member(name) else { return nil }
    do throws(JSONError) {
      return try body(member)
    } catch {
      throw error.inside("\(name)")
    }
  }

  /// The result of `body` for the member of that name. Throws if it is missing.
  public func required<Result>(
    _ name: StaticString, _ body: (JSONValue) throws(JSONError) -> Result
  ) throws(JSONError) -> Result {
    guard let result = try ifPresent(name, body) else {
      throw JSONError("the member \(name) is missing")
    }
    return result
  }
}

extension String {
  /// UTF-8 that the parser has checked.
  fileprivate init(_ bytes: UnsafePointer<CChar>?, _ count: Int) {
    self.init(
      decoding: UnsafeRawBufferPointer(start: UnsafeRawPointer(bytes), count: count), as: UTF8.self)
  }
}
