import RectoPageModel
import Testing

@Suite struct RenderRequestTests {
  /// Requests that differ from one another in at least one way.
  private static let different: [RenderRequest] = [
    RenderRequest(),
    RenderRequest(scale: .pixelsPerPoint(2)),
    RenderRequest(scale: .pixelsPerPoint(2.0000000001)),
    RenderRequest(scale: .fit(PixelSize(width: 2, height: 3))),
    RenderRequest(scale: .fit(PixelSize(width: 23, height: 3))),
    RenderRequest(region: Rect(x: 1, y: 2, width: 3, height: 4)),
    RenderRequest(region: Rect(x: 1, y: 2, width: 3, height: 4.5)),
    RenderRequest(rotation: .quarter),
    RenderRequest(rotation: .threeQuarters),
    RenderRequest(background: .black),
    RenderRequest(background: .transparent),
    RenderRequest(background: Color(red: 255, green: 255, blue: 255, alpha: 254)),
    RenderRequest(appearance: .dark),
    RenderRequest(isGray: true),
    RenderRequest(drawsAnnotations: false),
    RenderRequest(isDeterministic: true),
    RenderRequest(layers: ["a": true]),
    RenderRequest(layers: ["a": false]),
    RenderRequest(layers: ["a": true, "b": true]),
    RenderRequest(layers: ["a=on;layer=1:b": true]),
    RenderRequest(layers: ["a": true], isDeterministic: true),
    RenderRequest(layers: ["a=on;deterministic": true]),
    RenderRequest(layers: ["": true]),
  ]

  @Test func differentRequestsHaveDifferentCanonicalForms() {
    let forms = Self.different.map(\.canonicalForm)
    #expect(Set(forms).count == Self.different.count)
  }

  @Test func equalRequestsHaveTheSameCanonicalForm() {
    var one = RenderRequest()
    var other = RenderRequest()
    let names = (0..<40).map { "layer \($0)" }
    for name in names { one.layers[name] = true }
    for name in names.reversed() { other.layers[name] = true }
    #expect(one == other)
    #expect(one.canonicalForm == other.canonicalForm)
  }

  @Test func aNegativeZeroIsTheSameRequest() {
    let one = RenderRequest(region: Rect(x: 0, y: 0, width: 10, height: 10))
    let other = RenderRequest(region: Rect(x: -0.0, y: -0.0, width: 10, height: 10))
    #expect(one == other)
    #expect(one.canonicalForm == other.canonicalForm)
  }

  @Test func theCanonicalFormIsOneLine() {
    for request in Self.different {
      #expect(!request.canonicalForm.contains { $0.isNewline })
    }
  }

  @Test func onlyABackgroundThatLetsThroughNeedsAlpha() {
    #expect(RenderRequest().pixelFormat == .bgrx)
    #expect(RenderRequest(background: .black).pixelFormat == .bgrx)
    #expect(RenderRequest(background: .transparent).pixelFormat == .bgra)
  }
}
