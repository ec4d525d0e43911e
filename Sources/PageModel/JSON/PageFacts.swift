import RectoJSON

/// The properties of a page that are known before it is drawn or read.
public struct PageFacts: Sendable, Hashable {
  public var index: Int
  public var label: String
  public var rotation: Rotation
  public var boxes: PageBoxes
  public var spreadPosition: SpreadPosition

  public init(
    index: Int, label: String, rotation: Rotation, boxes: PageBoxes, spreadPosition: SpreadPosition
  ) {
    self.index = index
    self.label = label
    self.rotation = rotation
    self.boxes = boxes
    self.spreadPosition = spreadPosition
  }

  public init(_ page: any Page) {
    self.init(
      index: page.index, label: page.label, rotation: page.rotation, boxes: page.boxes,
      spreadPosition: page.spreadPosition)
  }

  /// The unrotated crop box's size in points.
  public var size: Size { boxes.crop.size }
}

/// `{"index","label","size","rotation","boxes":{…},"spreadPosition"}`
extension PageFacts: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("index", index)
      json.member("label", label)
      json.member("size", size)
      json.member("rotation", rotation.rawValue)
      json.member("boxes", boxes)
      json.member("spreadPosition", spreadPosition.rawValue)
    }
  }
}

extension PageFacts: JSONDecodable {
  /// The maximum length of a page label, far beyond any printed one.
  private static let labelBytes = 1024

  /// `size` need not be there, since the crop box says it.
  public init(json: JSONValue) throws(JSONError) {
    let index = try json.integer("index", in: 0...Int(Int32.max))
    let label: String = try json.decodeIfPresent("label") ?? ""
    guard label.utf8.count <= Self.labelBytes else {
      throw JSONError("the label is longer than \(Self.labelBytes) bytes")
    }
    self.init(
      index: index, label: label.isEmpty ? "\(index + 1)" : label,
      rotation: try json.decodeIfPresent("rotation") ?? .none, boxes: try json.decode("boxes"),
      spreadPosition: try json.decodeIfPresent("spreadPosition") ?? .automatic)
  }
}
