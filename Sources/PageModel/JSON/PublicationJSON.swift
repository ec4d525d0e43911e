/// Only the members that are known.
extension Metadata: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.optional("title", title)
      json.optional("author", author)
      json.optional("subject", subject)
      json.optional("keywords", keywords)
      json.optional("language", language)
      json.optional("creator", creator)
      json.optional("producer", producer)
      json.optional("created", created)
      json.optional("modified", modified)
    }
  }
}

/// `{"media":[x,y,w,h],"crop",…}`
extension PageBoxes: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("media", media)
      json.member("crop", crop)
      json.member("bleed", bleed)
      json.member("trim", trim)
      json.member("art", art)
    }
  }
}

/// `{"code","page","box","message"}`; no `page` where the whole publication is meant, and no `box`
/// where the whole page is.
extension PageWarning: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("code", code)
      if let page {
        json.member("page", page)
      }
      if let box {
        json.member("box", box)
      }
      json.member("message", message)
    }
  }
}

/// `{"id","version","engine","mediaTypes","extensions","capabilities"}`
extension BackendInfo: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.member("version", version)
      json.optional("engine", engine)
      json.key("mediaTypes")
      json.array(mediaTypes) { $0.value($1) }
      json.key("extensions")
      json.array(fileExtensions) { $0.value($1) }
      json.key("capabilities")
      json.array(capabilities) { $0.value($1.rawValue) }
    }
  }
}
