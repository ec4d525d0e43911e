import RectoJSON
import RectoPageModel

extension MappedMarkdown {
  /// The members `"markdown"` and `"spans"` of an object that has more.
  public func writeMembers(to json: inout JSONWriter, includesGlyphs: Bool = false) {
    json.member("markdown", text)
    json.key("spans")
    json.array(spans) { $1.write(to: &$0, includesGlyphs: includesGlyphs) }
  }
}

extension MappedMarkdown.Span {
  /// `{"start","end","startByte","endByte","page","line","box":[x,y,w,h],"quad","glyphs"}`: the quad only
  /// where it is not the box, `"line"` only for text, the others of pictures are `"picture":true`.
  fileprivate func write(to json: inout JSONWriter, includesGlyphs: Bool) {
    json.object { json in
      json.member("start", codePoints.lowerBound)
      json.member("end", codePoints.upperBound)
      json.member("startByte", range.lowerBound)
      json.member("endByte", range.upperBound)
      json.member("page", page)
      if let line { json.member("line", line) } else { json.member("picture", true) }
      json.member("box", quad.bounds)
      if !quad.isUpright { json.member("quad", quad) }
      if includesGlyphs, line != nil {
        json.key("glyphs")
        json.array(characters.indices) { $0.value(self.quad(ofCharacter: $1).bounds) }
      }
    }
  }
}
