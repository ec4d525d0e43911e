/// `{"name","description","size","modified"}`
extension Attachment: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("name")
      json.value(name)
      json.optional("description", description)
      if let size {
        json.key("size")
        json.value(size)
      }
      json.optional("modified", modified)
    }
  }
}

/// `{"kind","box","type","name","embedded"}`
extension MediaItem: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("kind")
      json.value(kind.rawValue)
      json.key("box")
      json.value(box)
      json.optional("type", mediaType)
      json.optional("name", name)
      json.key("embedded")
      json.value(isEmbedded)
    }
  }
}

/// `{"name","type","encoding","embedded","subset","substitute"}`
extension FontUse: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("name")
      json.value(name)
      json.key("type")
      json.value(type)
      json.optional("encoding", encoding)
      json.key("embedded")
      json.value(isEmbedded)
      json.key("subset")
      json.value(isSubset)
      json.optional("substitute", substitute)
    }
  }
}

/// `{"id","title","visible","children"}`
extension Layer: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("id")
      json.value(id)
      json.key("title")
      json.value(title)
      json.key("visible")
      json.value(isVisible)
      json.key("children")
      json.array(children) { $0.value($1) }
    }
  }
}

/// `{"kind","box","contents","author","color":"#rrggbb","hidden"}`
extension Annotation: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("kind")
      json.value(kind)
      json.key("box")
      json.value(box)
      json.optional("contents", contents)
      json.optional("author", author)
      json.optional("color", color?.hex)
      json.key("hidden")
      json.value(isHidden)
    }
  }
}

/// `{"kind","name","box","value","readOnly"}`
extension FormField: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("kind")
      json.value(kind.rawValue)
      json.key("name")
      json.value(name)
      json.key("box")
      json.value(box)
      json.optional("value", value)
      json.key("readOnly")
      json.value(isReadOnly)
    }
  }
}
