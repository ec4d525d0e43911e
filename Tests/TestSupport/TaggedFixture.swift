/// An element of the structure tree of a small tagged page: it has elements in it, or a text.
package struct Tag {
  fileprivate let type: String
  fileprivate var elements: [Tag] = []
  fileprivate var text: (string: String, x: Int, y: Int)?

  package init(_ type: String, _ elements: Tag...) {
    self.type = type
    self.elements = elements
  }

  package init(_ type: String, _ text: String, x: Int, y: Int) {
    self.type = type
    self.text = (text, x, y)
  }
}

extension PDFFixture {
  /// One page with the texts of these elements, which are the objects from 500 on.
  package init(tagged elements: Tag..., entries: String = "", objects: [Int: String] = [:]) {
    var all = objects
    var content = ""
    // The elements of the marks, which some readers start with (ISO 32000-2, 14.7.5.4).
    var parents: [String] = []
    var next = 501
    func add(_ tag: Tag, in parent: Int) -> String {
      let number = next
      next += 1
      var kids = tag.elements.map { add($0, in: number) }
      if let text = tag.text {
        kids = ["\(parents.count)"]
        content +=
          "/\(tag.type) << /MCID \(parents.count) >> BDC "
          + "BT /F1 10 Tf \(text.x) \(text.y) Td (\(text.string)) Tj ET EMC\n"
        parents.append("\(number) 0 R")
      }
      all[number] =
        "<< /Type /StructElem /S /\(tag.type) /P \(parent) 0 R /Pg 10 0 R "
        + "/K [\(kids.joined(separator: " "))] >>"
      return "\(number) 0 R"
    }
    let kids = elements.map { add($0, in: 500) }
    all[500] =
      "<< /Type /StructTreeRoot /K [\(kids.joined(separator: " "))] "
      + "/ParentTree << /Nums [0 [\(parents.joined(separator: " "))]] >> >>"
    self.init(
      content, entries: "/StructParents 0 \(entries)",
      catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 500 0 R", objects: all)
  }

  /// A field of a form that shows a value, and the object of its appearance.
  package static func field(_ box: String, appearance: Int) -> String {
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (\(appearance)) /Rect [\(box)] "
      + "/AP << /N \(appearance) 0 R >> >>"
  }

  package static func value(_ text: String) -> String {
    stream(
      "/Type /XObject /Subtype /Form /BBox [0 0 70 15] /Resources << /Font << /F1 3 0 R >> >>",
      "/Tx BMC BT /F1 10 Tf 2 4 Td (\(text)) Tj ET EMC")
  }
}
