import Glibc
import RectoPageModel
import RectoSnapshots

/// Changes of one page, made in its source and redrawn, or made in its pixels.
public func seededChanges() async throws -> [SeededChange] {
  let base = SeededLayout()
  let golden = try await base.snapshot()
  var changes: [SeededChange] = []

  func inSource(
    _ name: String, _ passage: String, _ other: String, _ kinds: [String],
    _ kind: Change.Kind? = nil
  ) async throws {
    changes.append(
      SeededChange(
        name: name, golden: golden,
        current: try await base.replacing(passage, with: other).snapshot(), kinds: kinds,
        kind: kind))
  }
  func inPixels(
    _ name: String, _ kinds: [String], _ kind: Change.Kind? = nil, _ edit: (inout Canvas) -> Void
  ) {
    var canvas = Canvas(golden.picture)
    edit(&canvas)
    var current = golden
    current.picture = canvas.bitmap
    changes.append(
      SeededChange(name: name, golden: golden, current: current, kinds: kinds, kind: kind))
  }

  try await seedText(inSource)
  try await seedType(inSource)
  try await seedPlaces(inSource)
  seedPixels(golden, inPixels)
  seedLetters(golden, inPixels)
  seedPictures(inPixels)
  return changes
}

private typealias InSource = (
  String, String, String, [String], Change.Kind?
) async throws -> Void
private typealias InPixels = (
  String, [String], Change.Kind?, (inout Canvas) -> Void
) -> Void

// MARK: In the source

private func seedText(_ seed: InSource) async throws {
  try await seed(
    "a word", "quay lies", "key lies", ["text-replaced"], .textReplaced(from: "quay", to: "key"))
  try await seed(
    "a capital", "Nobody who", "nobody who", ["text-replaced"],
    .textReplaced(from: "Nobody", to: "nobody"))
  try await seed(
    "a comma", "the ebb takes", "the ebb, takes", ["text-replaced"],
    .textReplaced(from: "ebb", to: "ebb,"))
  try await seed(
    "a digit", "04:12", "04:13", ["text-replaced"], .textReplaced(from: "04:12", to: "04:13"))
  try await seed(
    "an accent", "café", "cafe", ["text-replaced"], .textReplaced(from: "café", to: "cafe"))
  try await seed("a quotation mark", "“Zur Flut”", "„Zur Flut”", ["text-replaced"], nil)
  try await seed(
    "a word more", "lies still", "lies very still", ["text-added"], .textAdded("very"))
  try await seed(
    "a word less", "knock softly against", "knock against", ["text-removed"],
    .textRemoved("softly"))
  try await seed(
    "a line less", " It is the last of its kind.", "", ["text-removed"],
    .textRemoved("It is the last of its kind."))
  try await seed(
    "a paragraph less",
    "Then the flood brings them back. The pilots wait in the café "
      + "“Zur Flut” until it does.", "", ["text-removed", "moved"], nil)
  try await seed(
    "a paragraph more", "of its kind.", "of its kind.\n\nNew.", ["text-added"], .textAdded("New."))
}

private func seedType(_ seed: InSource) async throws {
  try await seed("a font", "\"EB Garamond 12, EB Garamond\"", "\"Lato\"", ["font"], nil)
  try await seed(
    "the size of type", "\"font-size\": 22", "\"font-size\": 23", ["type-size"],
    .typeSize(from: 22, to: 23))
  try await seed(
    "slanted type", "caption-text\": {", "caption-text\": {\"font-style\": \"italic\", ", ["font"],
    nil)
  try await seed(
    "a kerning pair", "\"letter-spacing\": 0",
    "\"letter-spacing\": 0, \"font-feature-settings\": {\"kern\": 0}", ["spacing"], .spacing)
  try await seed(
    "the distance of letters", "\"letter-spacing\": 0", "\"letter-spacing\": \"0.02em\"",
    ["spacing"], .spacing)
  try await seed(
    "the distance of words", "\"letter-spacing\": 0", "\"word-spacing\": \"0.3pt\"", ["spacing"],
    .spacing)
  try await seed(
    "the color of a heading", "#0f5c6e", "#c8452d", ["recolored"],
    .recolored(
      from: Color(red: 0x0F, green: 0x5C, blue: 0x6E), to: Color(red: 0xC8, green: 0x45, blue: 0x2D)
    ))
  try await seed("a slightly lighter ink", "#101010", "#2a2a2a", ["recolored"], nil)
}

private func seedPlaces(_ seed: InSource) async throws {
  try await seed(
    "text a pixel lower", "\"x\": 36, \"y\": 36,", "\"x\": 36, \"y\": 36.48,", ["moved"],
    .moved(x: 0, y: 1))
  try await seed(
    "text to the right", "\"x\": 36, \"y\": 36,", "\"x\": 40.8, \"y\": 36,", ["moved"],
    .moved(x: 10, y: 0))
  try await seed(
    "a narrower frame", "\"width\": 348", "\"width\": 300", ["rewrapped"], nil)
  try await seed(
    "lines closer together", "\"line-height\": \"15pt\"", "\"line-height\": \"14.52pt\"",
    ["moved"], nil)
  try await seed(
    "centered lines", "\"text-align\": \"start\"", "\"text-align\": \"center\"", ["moved"], nil)
  try await seed(
    "no text at all", "{\"thread\": \"story\", \"x\"", "{\"x\"", ["text-removed"], nil)
  try await seed(
    "a missing picture",
    "{\"file\": \"photo.png\", \"x\": 36, \"y\": 360, \"width\": 153.6, "
      + "\"height\": 115.2},", "", ["picture-missing"], .pictureMissing)
  try await seed(
    "a picture elsewhere", "\"photo.png\", \"x\": 36", "\"photo.png\", \"x\": 45.6", ["moved"],
    .moved(x: 20, y: 0))
  try await seed(
    "a larger picture", "\"width\": 153.6, \"height\": 115.2}", "\"width\": 160, \"height\": 120}",
    ["picture-changed"], nil)
  try await seed(
    "another picture", "\"file\": \"photo.png\"", "\"file\": \"drawing.png\"", ["picture-missing"],
    nil)
  try await seed(
    "a missing drawing", "\"y\": 360, \"width\": 76.8, \"height\": 76.8}",
    "\"y\": 360, \"width\": 76.8, \"height\": 76.8, \"opacity\": 0}", ["shape-removed"], nil)
  try await seed(
    "the color of an area", "#f3ecdf", "#dfecf3", ["recolored"],
    .recolored(
      from: Color(red: 0xF3, green: 0xEC, blue: 0xDF), to: Color(red: 0xDF, green: 0xEC, blue: 0xF3)
    ))
  try await seed("the color of the paper", "\"#ffffff\"", "\"#fffbf0\"", ["recolored"], nil)
  try await seed(
    "a missing line",
    "{\"from\": [36, 345.6], \"to\": [384, 345.6], \"width\": 0.96, "
      + "\"color\": \"#c8452d\"}", "", ["line-removed"], .lineRemoved)
  try await seed(
    "a line elsewhere", "[36, 345.6], \"to\": [384, 345.6]", "[36, 348.48], \"to\": [384, 348.48]",
    ["moved"], .moved(x: 0, y: 6))
  try await seed(
    "a hairline", "\"rules\": [",
    "\"rules\": [{\"from\": [36, 520.2], \"to\": [384, 520.2], "
      + "\"width\": 0.25, \"color\": \"#808080\"}, ", ["line-added"], .lineAdded)
  try await seed(
    "a frame's border", "\"height\": 300}", "\"height\": 300, \"border\": {\"width\": 0.5}}",
    ["shape-added"], nil)
  try await seed(
    "the size of the page", "\"width\": 420", "\"width\": 421", ["size"], nil)
}

// MARK: In pixels

private func seedPixels(_ golden: PageSnapshot, _ seed: InPixels) {
  seed("one pixel on paper", ["speck"], .speck(pixels: 1)) { $0[700, 1180] = .black }
  seed("one faint pixel on paper", ["speck"], .speck(pixels: 1)) {
    $0[700, 1180] = Color(red: 251, green: 251, blue: 251)
  }
  seed("one pixel of a letter", ["speck"], .speck(pixels: 1)) { canvas in
    let place = place(of: "breakwater", golden)
    canvas.firstInk(place.x..<place.right, place.y..<place.bottom).map {
      canvas[$0.x, $0.y] = .white
    }
  }
  seed("one pixel of a photograph", ["speck"], .speck(pixels: 1)) {
    $0[200, 850] = $0[200, 850].each { $0 > 127 ? $0 - 90 : $0 + 90 }
  }
  seed("dust", ["speck"], .speck(pixels: 3)) {
    for x in [600, 640, 700] { $0[x, 1150] = .black }
  }
  seed("a small square", ["shape-added"], .shapeAdded) {
    $0.fill(700..<706, 1150..<1156, Color(red: 30, green: 30, blue: 120))
  }
  seed("a line through a word", ["line-added"], .lineAdded) { canvas in
    let place = place(of: "breakwater", golden)
    let middle = place.y + place.height / 2
    canvas.fill(place.x - 10..<place.right + 10, middle..<middle + 1, .black)
  }
  seed("a line at the edge", ["line-added"], .lineAdded) {
    $0.fill(0..<1, 0..<1240, Color(red: 128, green: 128, blue: 128))
  }
  seed("a blot on a paragraph", ["shape-added"], .shapeAdded) { canvas in
    let place = place(of: "hardly", golden)
    canvas.map(place.x..<place.x + 40, place.y - 4..<place.y + 36) { x, y, color in
      hypot(Double(x - place.x - 20), Double(y - place.y - 16)) < 18
        ? Color(red: 20, green: 20, blue: 90) : color
    }
  }
  seed("the whole page to the right by a pixel", ["moved"], .moved(x: 1, y: 0)) {
    $0.shift(0..<875, 0..<1240, by: 1, 0)
  }
  seed("the whole page down by a pixel", ["moved"], .moved(x: 0, y: 1)) {
    $0.shift(0..<875, 0..<1240, by: 0, 1)
  }
}

private func seedLetters(_ golden: PageSnapshot, _ seed: InPixels) {
  seed("a word that is not drawn", ["glyphs-missing"], .glyphsMissing("breakwater")) { canvas in
    let place = place(of: "breakwater", golden)
    canvas.fill(place.x - 1..<place.right + 1, place.y - 1..<place.bottom + 1, .white)
  }
  seed("a letter that is not drawn", ["glyphs-missing"], .glyphsMissing("breakwater")) { canvas in
    let place = place(of: "breakwater", golden, letter: 3)
    canvas.fill(place.x - 1..<place.right, place.y - 1..<place.bottom + 1, .white)
  }
  seed("boxes for letters", ["glyphs-missing"], .glyphsMissing("breakwater")) { canvas in
    for letter in 0..<10 {
      let place = place(of: "breakwater", golden, letter: letter)
      let (x, y) = (place.x..<place.right, place.bottom - 20..<place.bottom)
      canvas.fill(x, place.y - 1..<place.bottom + 1, .white)
      canvas.fill(x.lowerBound + 1..<x.upperBound - 1, y, .black)
      canvas.fill(
        x.lowerBound + 2..<x.upperBound - 2, y.lowerBound + 1..<y.upperBound - 1, .white)
    }
  }
  seed("a red word", ["recolored"], nil) { canvas in
    let place = place(of: "breakwater", golden)
    canvas.map(place.x - 1..<place.right + 1, place.y - 1..<place.bottom + 1) { _, _, color in
      Color(
        red: UInt8(200 + Int(color.red) * 55 / 255), green: color.green, blue: color.blue)
    }
  }
  seed("a word with harder smoothing", ["antialiasing"], .antialiasing) { canvas in
    let place = place(of: "breakwater", golden)
    canvas.map(place.x - 1..<place.right + 1, place.y - 1..<place.bottom + 1) { _, _, color in
      color.each { max(16, ($0 - 128) * 1.4 + 128) }
    }
  }
  seed("a word to the right by a pixel", ["moved"], .moved(x: 1, y: 0)) { canvas in
    let place = place(of: "breakwater", golden)
    canvas.shift(place.x - 3..<place.right + 1, place.y - 1..<place.bottom + 1, by: 1, 0)
  }
}

private func seedPictures(_ seed: InPixels) {
  let (x, y) = (75..<395, 750..<990)
  seed("a photograph to the right by a pixel", ["moved"], .moved(x: 1, y: 0)) {
    $0.shift(73..<396, 748..<992, by: 1, 0)
  }
  seed("a brighter photograph", ["picture-changed"], nil) {
    $0.map(x, y) { _, _, color in color.each { $0 * 0.7 + 60 } }
  }
  seed("a mirrored photograph", ["picture-changed"], .pictureChanged) { canvas in
    let before = canvas
    canvas.map(x, y) { x, y, _ in before[75 + 394 - x, y] }
  }
  seed("a blurred photograph", ["picture-changed"], .pictureChanged) { canvas in
    let before = canvas
    canvas.map(80..<390, 755..<985) { x, y, _ in
      func mean(_ part: (Color) -> UInt8) -> UInt8 {
        var sum = 0
        for dy in -4...4 {
          for dx in -4...4 { sum += Int(part(before[x + dx, y + dy])) }
        }
        return UInt8(sum / 81)
      }
      return Color(red: mean(\.red), green: mean(\.green), blue: mean(\.blue))
    }
  }
  seed("a photograph cut short", ["picture-missing"], .pictureMissing) {
    $0.fill(x, 940..<990, .white)
  }
}

/// The box of a word in the picture, or of one of its letters.
private func place(of word: String, _ page: PageSnapshot, letter: Int? = nil) -> PixelBox {
  let words = page.text?.blocks.flatMap(\.lines).flatMap(\.words) ?? []
  guard let found = words.first(where: { $0.text == word }),
    let box = PixelBox(
      page.transform.apply(letter.map { found.glyphs[$0] } ?? found.box),
      within: page.picture.size)
  else { preconditionFailure("\(word) is not on the page") }
  return box
}

extension Canvas {
  fileprivate func firstInk(_ x: Range<Int>, _ y: Range<Int>) -> (x: Int, y: Int)? {
    for row in y {
      for column in x where self[column, row].red < 60 { return (column, row) }
    }
    return nil
  }
}
