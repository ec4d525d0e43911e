import RectoJSON

/// `{"scale":2,"rotate":90,"background":"#rrggbb","appearance":"normal","gray":false,
/// "annotations":true,"layers":{"id":true},"deterministic":false}`, with `"fit":[w,h]` or `"upTo":2` in
/// place of `scale` where that is asked for, and `"region":[x,y,w,h]` if there is one.
extension RenderRequest: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      switch scale {
      case .pixelsPerPoint(let scale): json.member("scale", scale)
      case .upTo(let scale): json.member("upTo", scale)
      case .fit(let size): json.member("fit", size)
      }
      if let region {
        json.member("region", region)
      }
      json.member("rotate", rotation.rawValue)
      json.member("background", background.hexWithAlpha)
      json.member("appearance", appearance.rawValue)
      json.member("gray", isGray)
      json.member("annotations", drawsAnnotations)
      json.key("layers")
      json.object { json in
        for (layer, isOn) in layers.sorted(by: { $0.key < $1.key }) {
          json.key(layer)
          json.value(isOn)
        }
      }
      json.member("deterministic", isDeterministic)
    }
  }
}

/// `{"size":[width,height],"scale","transform":[xx,yx,xy,yy,x0,y0]}`
extension PixelGrid: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("size", size)
      json.member("scale", scale)
      json.member("transform", transform)
    }
  }
}

extension Color {
  /// `#rrggbb`, or `#rrggbbaa` where it is not opaque.
  fileprivate var hexWithAlpha: String {
    guard !isOpaque else { return hex }
    let digits = String(alpha, radix: 16)
    return hex + (digits.count == 1 ? "0" : "") + digits
  }
}

extension RenderRequest.Appearance: JSONDecodable {}

extension RenderRequest: JSONDecodable {
  /// All members but `scale`, `fit` or `upTo` have the value of `RenderRequest.init` where they are
  /// missing.
  public init(json: JSONValue) throws(JSONError) {
    let fit: PixelSize? = try json.decodeIfPresent("fit")
    let highest: Double? = try json.decodeIfPresent("upTo")
    let scale: Scale =
      if let fit {
        .fit(fit)
      } else if let highest {
        .upTo(highest)
      } else {
        .pixelsPerPoint(try json.decode("scale"))
      }
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
