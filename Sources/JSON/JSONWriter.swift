/// Writes JSON (RFC 8259) into bytes as it goes along.
///
/// A page of print has thousands of boxes, and a book hundreds of such pages; building a tree
/// for a general encoder first took several times as long as reading the text.
public struct JSONWriter: Sendable {
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false
  private let isExact: Bool

  /// `isExact` is for what goes to another process or comes from it: every number is then the
  /// shortest that is read back as the same one, where otherwise it is rounded to thousandths.
  public init(isExact: Bool = false) {
    self.isExact = isExact
  }

  /// The JSON of one value.
  public static func bytes(of value: some JSONRepresentable, isExact: Bool = false) -> [UInt8] {
    var writer = JSONWriter(isExact: isExact)
    value.write(to: &writer)
    return writer.bytes
  }

  public mutating func object(_ body: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  public mutating func array<Element>(
    _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void
  ) {
    open(UInt8(ascii: "["))
    for element in elements { body(&self, element) }
    close(UInt8(ascii: "]"))
  }

  /// The name of a member, to be followed by its value.
  public mutating func key(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// The name of a member that is not known beforehand, such as an identifier.
  public mutating func key(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
      {
        for byte in utf8 { appendEscaped(byte) }
      } else {
        bytes.append(contentsOf: utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  public mutating func value(_ number: Int) {
    separate()
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    append(number.magnitude, decimals: 0)
  }

  /// Writes a number, with at most three decimals unless the writer is exact: a thousandth of a
  /// point is finer than any device. NaN and infinities become null.
  public mutating func value(_ number: Double) {
    separate()
    guard number.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    guard abs(number) < 1e12, !isExact else {
      bytes.append(contentsOf: "\(number)".utf8)
      return
    }
    let thousandths = UInt((abs(number) * 1000).rounded())
    if number < 0, thousandths > 0 { bytes.append(UInt8(ascii: "-")) }
    append(thousandths, decimals: 3)
  }

  /// An array of numbers.
  public mutating func numbers(_ numbers: Double...) {
    open(UInt8(ascii: "["))
    for number in numbers { value(number) }
    close(UInt8(ascii: "]"))
  }

  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  public mutating func value(_ value: some JSONRepresentable) { value.write(to: &self) }

  public mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    value(text)
  }

  public mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    value(flag)
  }

  public mutating func member(_ name: StaticString, _ number: Int) {
    key(name)
    value(number)
  }

  public mutating func member(_ name: StaticString, _ number: Double) {
    key(name)
    value(number)
  }

  public mutating func member(_ name: StaticString, _ member: some JSONRepresentable) {
    key(name)
    value(member)
  }

  /// Writes the members of a value whose form is an object into the object that is being written.
  public mutating func members(of value: some JSONRepresentable) {
    var inner = JSONWriter(isExact: isExact)
    value.write(to: &inner)
    let members = inner.bytes.dropFirst().dropLast()
    guard !members.isEmpty else { return }
    separate()
    bytes.append(contentsOf: members)
  }

  /// A member that is left out if the value is nil.
  public mutating func optional(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  /// A number that is left out if it is nil.
  public mutating func optional(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  /// A number that is left out if it is nil.
  public mutating func optional(_ name: StaticString, _ number: Double?) {
    guard let number else { return }
    key(name)
    value(number)
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// The digits of `number` with the last `decimals` behind a point, without zeros at the end.
  private mutating func append(_ number: UInt, decimals: Int) {
    // From the last digit to the first: twenty digits, a point and a leading zero at most.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { digits in
      var rest = number
      var start = digits.count
      var place = 0
      var isBehindEnd = true
      repeat {
        let digit = rest % 10
        rest /= 10
        if place == decimals, !isBehindEnd, decimals > 0 {
          start -= 1
          digits[start] = UInt8(ascii: ".")
        }
        if place >= decimals || digit > 0 { isBehindEnd = false }
        if !isBehindEnd {
          start -= 1
          digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        }
        place += 1
      } while rest > 0 || place <= decimals
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
    case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
    case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
    case 0..<0x20:
      let digits = Array("0123456789abcdef".utf8)
      bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    default: bytes.append(byte)
    }
  }
}

/// A value with a documented JSON form.
public protocol JSONRepresentable {
  func write(to json: inout JSONWriter)
}
