import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The result of the page script, in points.
struct PageReading: JSONDecodable {
  struct Block {
    let role: TextRole
    let cell: TableCell?
    /// True for a further paragraph of an item of a list.
    let continuesItem: Bool
    /// Lines of words.
    let lines: [[ReadWord]]
  }

  struct Anchor {
    let boxes: [Rect]
    /// An absolute address.
    let address: String
    /// The target on its own page.
    let point: Point?
    /// The name that its page does not have.
    let lostName: String?
  }

  struct Heading {
    /// From 1 to 6.
    let level: Int
    let title: String
    let point: Point
  }

  struct Picture {
    /// The placed picture; its file is examined elsewhere.
    var placed: PlacedImage
    let address: String
  }

  struct Medium {
    /// The element's name.
    let element: String
    let box: Rect
    let address: String
    let mediaType: String?
  }

  let blocks: [Block]
  /// The alternative texts of the formulas, by their numbers.
  let formulas: [AlternativeText]
  let links: [Anchor]
  let headings: [Heading]
  let media: [Medium]
  let images: [Picture]
  /// True if the page has more text than is read.
  let isCut: Bool

  var letterCount: Int {
    blocks.lazy.flatMap(\.lines).joined().reduce(0) { $0 + $1.boxes.count }
  }

  init(json: JSONValue) throws(JSONError) {
    let styles: [WordStyle] = try json.decode("styles")
    blocks = try json.list("blocks") { block throws(JSONError) in
      Block(
        role: try block.decode("r"), cell: try TableCell(numbersOf: block),
        continuesItem: try block.decodeIfPresent("o") ?? false,
        lines: try block.list("n") { line throws(JSONError) in
          try line.elements { word throws(JSONError) in try ReadWord(json: word, styles: styles) }
        })
    }
    formulas = try [AlternativeText](formulasOf: json)
    isCut = try json.decode("isCut")
    links = try json.list("links") { link throws(JSONError) in
      Anchor(
        boxes: try link.list("b") { box throws(JSONError) in try Rect(pixels: box) },
        address: try link.decode("h"),
        point: try link.ifPresent("p") { point throws(JSONError) in try Point(pixels: point) },
        lostName: try link.decodeIfPresent("x"))
    }
    headings = try json.list("headings") { heading throws(JSONError) in
      Heading(
        level: try heading.integer("l", in: 1...6), title: try heading.decode("t"),
        point: Point(
          x: try heading.decode("x") * pointsPerPixel, y: try heading.decode("y") * pointsPerPixel))
    }
    media = try json.list("media") { medium throws(JSONError) in
      let type: String = try medium.decode("y")
      return Medium(
        element: try medium.decode("k"),
        box: try medium.required("b") { box throws(JSONError) in try Rect(pixels: box) },
        address: try medium.decode("s"), mediaType: type.isEmpty ? nil : type)
    }
    images = try json.list("images") { image throws(JSONError) in
      let pixels = try image.required("p") { size throws(JSONError) in try Point(json: size) }
      let box = try image.required("b") { box throws(JSONError) in try Rect(pixels: box) }
      var placed = PlacedImage(
        box: box,
        pixelSize: pixels.x > 0 && pixels.y > 0
          ? PixelSize(width: Int(pixels.x), height: Int(pixels.y)) : nil)
      placed.alternative = AlternativeText(try image.decodeIfPresent("a"))
      placed.isMissing = try image.integerIfPresent("m", in: 0...1) == 1
      if let fit: String = try image.decodeIfPresent("f") { placed.fill(fit) }
      return Picture(placed: placed, address: try image.decode("s"))
    }
  }
}

extension TableCell {
  /// Reads the numbers of the table, the row and the cell that a block is in; nil if it is in none.
  package init?(numbersOf block: JSONValue) throws(JSONError) {
    guard let numbers: [Int] = try block.decodeIfPresent("c") else { return nil }
    guard numbers.count == 3, numbers.allSatisfy({ (0...Int(Int32.max)).contains($0) }) else {
      throw JSONError("the place of a cell is not three numbers from 0 to 2147483647")
    }
    self.init(table: numbers[0], row: numbers[1], index: numbers[2])
  }
}

extension JSONValue {
  fileprivate func list<Element>(
    _ name: StaticString, _ body: (JSONValue) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    try required(name) { value throws(JSONError) in try value.elements(body) }
  }
}

extension PlacedImage {
  /// Says how large all of a picture is whose box shows a part of it (CSS Images 3, 5.5).
  fileprivate mutating func fill(_ fit: String) {
    guard let pixelSize else { return }
    let own = Size(width: Double(pixelSize.width), height: Double(pixelSize.height))
    let scale =
      fit == "cover" ? max(box.width / own.width, box.height / own.height) : pointsPerPixel
    placedSize = Size(width: own.width * scale, height: own.height * scale)
  }
}

extension Rect {
  /// Reads four numbers of CSS pixels.
  init(pixels json: JSONValue) throws(JSONError) {
    let rect = try Rect(json: json)
    self.init(
      x: rect.x * pointsPerPixel, y: rect.y * pointsPerPixel, width: rect.width * pointsPerPixel,
      height: rect.height * pointsPerPixel)
  }
}

extension Point {
  fileprivate init(pixels json: JSONValue) throws(JSONError) {
    let point = try Point(json: json)
    self.init(x: point.x * pointsPerPixel, y: point.y * pointsPerPixel)
  }
}
