import PageModel

/// `{"title","language","direction","pages":[0,1],"words","blocks":[…]}`
extension Article: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("title", title)
      json.optional("language", language)
      json.member("direction", direction.rawValue)
      json.key("pages")
      json.array(pages) { $0.value($1) }
      json.member("words", wordCount)
      json.key("blocks")
      json.array(blocks) { $0.value($1) }
    }
  }
}

/// `{"kind":"heading|paragraph|listItem|quote|picture","level","alternative","runs":[{"text","bold",
/// "italic","target"}],"page","box":[x,y,w,h]}`; members that say nothing are left out.
extension Article.Block: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.name)
      switch kind {
      case .heading(let level): json.member("level", level)
      case .picture(let alternative): json.optional("alternative", alternative)
      case .paragraph, .listItem, .quote: break
      }
      json.key("runs")
      json.array(runs) { json, run in
        json.object { json in
          json.member("text", run.text)
          if run.isBold { json.member("bold", true) }
          if run.isItalic { json.member("italic", true) }
          if let target = run.target { json.member("target", target) }
        }
      }
      json.member("page", page)
      json.member("box", box)
    }
  }
}
