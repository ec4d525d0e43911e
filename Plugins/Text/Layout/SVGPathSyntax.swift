import Glibc
import RectoPageModel
import RectoTypesetting

/// The reason why a text is not a valid path, in a sentence without its position.
struct SVGPathError: Error, Hashable {
  let sentence: String
}

/// Reads path data as SVG 2 has them (9.3): M L H V C S Q T A Z, absolute and relative. Quadratic
/// curves and arcs become cubic curves.
struct SVGPathSyntax {
  /// The maximum number of commands: people draw fewer, and each costs time in every line.
  static let maximumElements = 10_000

  private var bytes: ArraySlice<UInt8>
  private let count: Int
  private var path = ShapePath()
  private var current = Point(x: 0, y: 0)
  private var start = Point(x: 0, y: 0)
  /// The control point that a smooth curve mirrors, and the kind of the curve before.
  private var lastControl: (point: Point, isCubic: Bool)?

  /// The path of `text`.
  ///
  /// Throws if it is not valid path data, has no element, or has more than `maximumElements`.
  static func read(_ text: String) throws(SVGPathError) -> ShapePath {
    var syntax = SVGPathSyntax(text)
    try syntax.readAll()
    return syntax.path
  }

  private init(_ text: String) {
    let all = Array(text.utf8)
    bytes = all[...]
    count = all.count
  }

  private mutating func readAll() throws(SVGPathError) {
    skipSpace()
    guard let first = bytes.first else { throw SVGPathError(sentence: "the path is empty") }
    guard first == UInt8(ascii: "M") || first == UInt8(ascii: "m") else {
      throw SVGPathError(sentence: "the path must begin with M")
    }
    while let letter = bytes.popFirst() {
      try readCommand(letter)
      skipSpace()
    }
    guard path.elements.count > 1 else {
      throw SVGPathError(sentence: "the path has no lines")
    }
  }

  /// One letter with all the groups of numbers that follow it.
  private mutating func readCommand(_ letter: UInt8) throws(SVGPathError) {
    let isRelative = letter >= UInt8(ascii: "a")
    var command = letter & ~0x20
    if command == UInt8(ascii: "Z") {
      path.close()
      current = start
      lastControl = nil
      return
    }
    repeat {
      guard path.elements.count < Self.maximumElements else {
        throw SVGPathError(sentence: "the path has more than \(Self.maximumElements) elements")
      }
      try readGroup(command, isRelative: isRelative)
      // More points after a move are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      skipSeparator()
    } while beginsNumber
  }

  private mutating func readGroup(
    _ command: UInt8, isRelative: Bool
  ) throws(SVGPathError) {
    let origin = isRelative ? current : Point(x: 0, y: 0)
    var control: (point: Point, isCubic: Bool)?
    switch command {
    case UInt8(ascii: "M"):
      current = try point(from: origin)
      start = current
      path.move(to: current)
    case UInt8(ascii: "L"):
      try line(to: point(from: origin))
    case UInt8(ascii: "H"):
      try line(to: Point(x: origin.x + number(), y: current.y))
    case UInt8(ascii: "V"):
      try line(to: Point(x: current.x, y: origin.y + number()))
    case UInt8(ascii: "C"), UInt8(ascii: "S"):
      let first =
        command == UInt8(ascii: "C") ? try point(from: origin) : mirroredControl(cubic: true)
      let second = try point(from: origin)
      let end = try point(from: origin)
      path.curve(to: end, control1: first, control2: second)
      current = end
      control = (second, true)
    case UInt8(ascii: "Q"), UInt8(ascii: "T"):
      let middle =
        command == UInt8(ascii: "Q") ? try point(from: origin) : mirroredControl(cubic: false)
      let end = try point(from: origin)
      path.curve(
        to: end, control1: current.toward(middle, 2 / 3), control2: end.toward(middle, 2 / 3))
      current = end
      control = (middle, false)
    case UInt8(ascii: "A"):
      try arc(from: origin)
    default:
      throw SVGPathError(sentence: "\(Self.shown(command)) is not a path command")
    }
    lastControl = control
  }

  private mutating func line(to point: Point) {
    path.line(to: point)
    current = point
  }

  private mutating func arc(from origin: Point) throws(SVGPathError) {
    let radii = Size(width: abs(try number()), height: abs(try number()))
    let rotation = try number() * .pi / 180
    let isLarge = try flag()
    let isClockwise = try flag()
    let end = try point(from: origin)
    let arc = EllipticalArc(
      from: current, to: end, radii: radii, rotation: rotation, isLarge: isLarge,
      isClockwise: isClockwise)
    guard let arc else { return line(to: end) }
    for curve in arc.curves {
      path.curve(to: curve.end, control1: curve.control1, control2: curve.control2)
    }
    current = end
  }

  private func mirroredControl(cubic: Bool) -> Point {
    guard let lastControl, lastControl.isCubic == cubic else { return current }
    return Point(x: 2 * current.x - lastControl.point.x, y: 2 * current.y - lastControl.point.y)
  }

  // MARK: Characters

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
  }

  private mutating func skipSpace() {
    bytes = bytes.drop(while: Self.isSpace)
  }

  private mutating func skipSeparator() {
    skipSpace()
    if bytes.first == UInt8(ascii: ",") {
      bytes.removeFirst()
      skipSpace()
    }
  }

  private var beginsNumber: Bool {
    guard let first = bytes.first else { return false }
    return (0x30...0x39).contains(first) || "+-.".utf8.contains(first)
  }

  private mutating func point(from origin: Point) throws(SVGPathError) -> Point {
    let x = try number()
    let y = try number()
    return Point(x: origin.x + x, y: origin.y + y)
  }

  /// A flag is one digit, and the next number may follow without a space.
  private mutating func flag() throws(SVGPathError) -> Bool {
    skipSeparator()
    guard let digit = bytes.first, digit == 0x30 || digit == 0x31 else {
      throw SVGPathError(sentence: "an arc's flag must be 0 or 1\(place)")
    }
    bytes.removeFirst()
    return digit == 0x31
  }

  private mutating func number() throws(SVGPathError) -> Double {
    skipSeparator()
    var end = bytes.startIndex
    func isDigit() -> Bool { end < bytes.endIndex && (0x30...0x39).contains(bytes[end]) }
    func skips(_ wanted: String) -> Bool {
      guard end < bytes.endIndex, wanted.utf8.contains(bytes[end]) else { return false }
      end += 1
      return true
    }
    _ = skips("+-")
    while isDigit() { end += 1 }
    if skips(".") { while isDigit() { end += 1 } }
    let mantissa = end
    if skips("eE") {
      _ = skips("+-")
      if isDigit() {
        while isDigit() { end += 1 }
      } else {
        end = mantissa
      }
    }
    let text = String(decoding: bytes[bytes.startIndex..<end], as: UTF8.self)
    // Beyond this no page reaches, and sums stay finite.
    guard let number = Double(text), abs(number) <= 1_000_000 else {
      throw SVGPathError(sentence: "expected a number\(place)")
    }
    bytes = bytes[end...]
    return number
  }

  private var place: String { " at character \(bytes.startIndex + 1) of the path" }

  private static func shown(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte) ? String(UnicodeScalar(byte)) : "this character"
  }
}

extension Point {
  fileprivate func toward(_ other: Point, _ share: Double) -> Point {
    Point(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
  }
}
