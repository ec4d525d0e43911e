/// `{"name","description","size","modified"}`
extension Attachment: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.optional("description", description)
      if let size {
        json.member("size", size)
      }
      json.optional("modified", modified)
    }
  }
}

/// `{"kind","box","type","name","embedded"}`
extension MediaItem: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("box", box)
      json.optional("type", mediaType)
      json.optional("name", name)
      json.member("embedded", isEmbedded)
    }
  }
}

/// `{"box","pixels":[width,height],"placed":[w,h],"color":{…},"stencil","softMask","bytes",
/// "alternative":{…},"missing"}`; only known members, and flags only if they are true.
extension PlacedImage: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("box", box)
      if let pixelSize {
        json.member("pixels", pixelSize)
      }
      if let placedSize {
        json.member("placed", placedSize)
      }
      if let color {
        json.member("color", color)
      }
      if isStencil {
        json.member("stencil", true)
      }
      if hasSoftMask {
        json.member("softMask", true)
      }
      if let byteCount {
        json.member("bytes", byteCount)
      }
      if let alternative {
        json.member("alternative", alternative)
      }
      if isMissing {
        json.member("missing", true)
      }
    }
  }
}

/// `{"space":"icc","model":"rgb","bits":8}`
extension PictureColor: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("space", space.rawValue)
      json.member("model", model.rawValue)
      json.member("bits", bits)
    }
  }
}

/// `{"text":"A lighthouse"}`, `{"decorative":true}` or `{"missing":true}`
extension AlternativeText: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .text(let text): json.member("text", text)
      case .decorative: json.member("decorative", true)
      case .missing: json.member("missing", true)
      }
    }
  }
}

/// `{"name","type","encoding","embedded","subset","substitute"}`
extension FontUse: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("type", type)
      json.optional("encoding", encoding)
      json.member("embedded", isEmbedded)
      json.member("subset", isSubset)
      json.optional("substitute", substitute)
    }
  }
}

/// `{"id","title","visible","children"}`
extension Layer: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("title", title)
      json.member("visible", isVisible)
      json.key("children")
      json.array(children) { $0.value($1) }
    }
  }
}

/// `{"kind","box","contents","author","color":"#rrggbb","hidden"}`
extension Annotation: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind)
      json.member("box", box)
      json.optional("contents", contents)
      json.optional("author", author)
      json.optional("color", color?.hex)
      json.member("hidden", isHidden)
    }
  }
}

/// `{"kind","name","box","value","readOnly"}`
extension FormField: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.rawValue)
      json.member("name", name)
      json.member("box", box)
      json.optional("value", value)
      json.member("readOnly", isReadOnly)
    }
  }
}
