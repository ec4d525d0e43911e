/// `{"page":3,"point":[x,y]}`, `{"url":"…"}`, `{"file":"…"}`, `{"action":"…"}` or `{"broken":"…"}`.
extension LinkTarget: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      switch self {
      case .page(let index, let point):
        json.member("page", index)
        if let point {
          json.member("point", point)
        }
      case .url(let url): json.optional("url", url)
      case .file(let file): json.optional("file", file)
      case .action(let action): json.optional("action", action)
      case .broken(let name): json.optional("broken", name)
      }
    }
  }
}

/// `{"quads":[…],"target":{…}}`
extension Link: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("quads")
      json.array(quads) { $0.value($1) }
      json.member("target", target)
    }
  }
}

/// `{"title","page","point","children":[]}`; another target than a page stands in its own member.
extension OutlineItem: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("title", title)
      if let target {
        if case .page = target {
          json.members(of: target)
        } else {
          json.member("target", target)
        }
      }
      json.key("children")
      json.array(children) { $0.value($1) }
    }
  }
}

/// Readium's Locator: `{"href","type","title","locations":{…},"text":{…}}`.
extension Locator: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("href", href)
      json.member("type", mediaType)
      json.optional("title", title)
      json.key("locations")
      json.object { json in
        if !fragments.isEmpty {
          json.key("fragments")
          json.array(fragments) { $0.value($1) }
        }
        if let progression {
          json.member("progression", progression)
        }
        if let position {
          json.member("position", position)
        }
        if let totalProgression {
          json.member("totalProgression", totalProgression)
        }
      }
      if textBefore != nil || textHighlight != nil || textAfter != nil {
        json.key("text")
        json.object { json in
          json.optional("before", textBefore)
          json.optional("highlight", textHighlight)
          json.optional("after", textAfter)
        }
      }
    }
  }
}
