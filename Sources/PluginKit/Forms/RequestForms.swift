import RectoPageModel

extension RenderRequest.Appearance: JSONDecodable {}

extension RenderRequest: JSONDecodable {
  /// All members but `scale` or `fit` have the value of `RenderRequest.init` where they are
  /// missing.
  public init(json: JSONValue) throws(JSONError) {
    let fit: PixelSize? = try json.decodeIfPresent("fit")
    let scale: Scale =
      if let fit { .fit(fit) } else { .pixelsPerPoint(try json.decode("scale")) }
    var layers: [String: Bool] = [:]
    try json.ifPresent("layers") { value throws(JSONError) in
      try value.members { id, isOn throws(JSONError) in layers[id] = try isOn.bool() }
    }
    self.init(
      scale: scale, region: try json.decodeIfPresent("region"),
      rotation: try json.decodeIfPresent("rotate") ?? .none,
      background: try json.decodeIfPresent("background") ?? .white,
      appearance: try json.decodeIfPresent("appearance") ?? .normal,
      isGray: try json.decodeIfPresent("gray") ?? false,
      drawsAnnotations: try json.decodeIfPresent("annotations") ?? true, layers: layers,
      isDeterministic: try json.decodeIfPresent("deterministic") ?? false)
  }
}

extension PixelGrid: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    let scale: Double = try json.decode("scale")
    guard scale > 0 else { throw JSONError("the scale must be greater than zero") }
    self.init(
      size: try json.decode("size"), scale: scale, transform: try json.decode("transform"))
  }
}
