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

/// `{"box","pixels":[width,height]}`; no `pixels` where they are not known.
extension PlacedImage: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("box", box)
      if let pixelSize {
        json.member("pixels", pixelSize)
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
