import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Text that style sheets and lists put beside an element's own, which no script can read.
public struct GeneratedText: Sendable {
  /// The name of a pseudo-element (CSS Pseudo-Elements 4, 3 and 4).
  public enum Place: String, Sendable {
    case marker, before, after
  }

  /// The element, by its index among those that `document.querySelectorAll("*")` finds.
  public let element: Int
  public let place: Place
  /// The part of it in one line.
  public let text: String
  /// The box of that part, in CSS pixels of the page.
  public let box: Rect
}

extension Tab {
  /// The text that is generated in the page's own document, in its order.
  public func generatedTexts(until deadline: Deadline) throws(PageError) -> [GeneratedText] {
    let answer = try connection.ask(
      "DOMSnapshot.captureSnapshot", session: session, until: deadline
    ) { json in
      json.key("computedStyles")
      json.array([String]()) { $0.value($1) }
    }
    let snapshot = try DevToolsConnection.read { () throws(JSONError) in try Snapshot(json: answer)
    }
    return snapshot.generatedTexts
  }
}

/// The parts of a `DOMSnapshot.captureSnapshot` that are needed: lists of nodes, of what is laid out
/// for them, and of boxes of text in that, which name entries of one another and of `strings`.
private struct Snapshot: JSONDecodable {
  private static let elementType = 1

  private let strings: [String]
  private let nodeTypes: [Int]
  private let parents: [Int]
  /// The names of pseudo-elements, and the roots of shadow trees, by their nodes.
  private var pseudos: [Int: String] = [:]
  private var shadowRoots: Set<Int> = []
  private let laidOutNodes: [Int]
  private let laidOutTexts: [Int]
  private let boxLayouts: [Int]
  private let boxes: [[Double]]
  private let boxStarts: [Int]
  private let boxLengths: [Int]

  init(json: JSONValue) throws(JSONError) {
    strings = try json.decode("strings")
    let documents: [JSONValue] = try json.required("documents") { list throws(JSONError) in
      try list.elements { $0 }
    }
    guard let page = documents.first else { throw JSONError("there is no document") }
    let nodes = try page.required("nodes") { $0 }
    nodeTypes = try nodes.decode("nodeType")
    parents = try nodes.decode("parentIndex")
    let pseudoTypes = try nodes.required("pseudoType") { $0 }
    let names: [Int] = try pseudoTypes.decode("value")
    for (node, name) in zip(try pseudoTypes.decode("index") as [Int], names)
    where strings.indices.contains(name) {
      pseudos[node] = strings[name]
    }
    shadowRoots = Set(
      try nodes.required("shadowRootType") { roots throws(JSONError) in
        try roots.decode("index") as [Int]
      })
    let layout = try page.required("layout") { $0 }
    laidOutNodes = try layout.decode("nodeIndex")
    laidOutTexts = try layout.decode("text")
    let textBoxes = try page.required("textBoxes") { $0 }
    boxLayouts = try textBoxes.decode("layoutIndex")
    boxes = try textBoxes.decode("bounds")
    boxStarts = try textBoxes.decode("start")
    boxLengths = try textBoxes.decode("length")
  }

  var generatedTexts: [GeneratedText] {
    guard !pseudos.isEmpty else { return [] }
    let numbers = elementNumbers
    var texts: [GeneratedText] = []
    for (index, layout) in boxLayouts.enumerated() {
      guard laidOutNodes.indices.contains(layout), laidOutTexts.indices.contains(layout),
        let place = pseudos[laidOutNodes[layout]].flatMap({ GeneratedText.Place(rawValue: $0) }),
        parents.indices.contains(laidOutNodes[layout]),
        let element = numbers[parents[laidOutNodes[layout]]],
        strings.indices.contains(laidOutTexts[layout]), boxes.indices.contains(index),
        boxes[index].count == 4, boxStarts.indices.contains(index),
        boxLengths.indices.contains(index)
      else { continue }
      let units = Array(strings[laidOutTexts[layout]].utf16)
      let start = min(max(0, boxStarts[index]), units.count)
      let part = units[start...].prefix(max(0, boxLengths[index]))
      let box = boxes[index]
      texts.append(
        GeneratedText(
          element: element, place: place, text: String(decoding: part, as: UTF16.self),
          box: Rect(x: box[0], y: box[1], width: box[2], height: box[3])))
    }
    return texts
  }

  /// The index of each element outside of shadow trees, by its node. Parents come before children.
  private var elementNumbers: [Int: Int] {
    var numbers: [Int: Int] = [:]
    var shadows = shadowRoots
    for (node, type) in nodeTypes.enumerated() {
      if parents.indices.contains(node), shadows.contains(parents[node]) { shadows.insert(node) }
      guard type == Self.elementType, pseudos[node] == nil, !shadows.contains(node) else {
        continue
      }
      numbers[node] = numbers.count
    }
    return numbers
  }
}
