/// `{"scale":2,"rotate":90,"background":"#rrggbb","appearance":"normal","gray":false,
/// "annotations":true,"layers":{"id":true},"deterministic":false}`, with `"fit":[w,h]` in place of
/// `scale` where that is asked for, and `"region":[x,y,w,h]` if there is one.
extension RenderRequest: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      switch scale {
      case .pixelsPerPoint(let scale): json.member("scale", scale)
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
