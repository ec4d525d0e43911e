import RectoJSON
import RectoPageModel

/// `{"title","language","direction","pages":[0,1],"words","blocks":[…],"markdown","spans":[…]}`
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
      MappedMarkdown([self]).writeMembers(to: &json)
    }
  }
}

/// `{"kind":"heading|paragraph|listItem|quote|code|picture","level","alternative","runs":[{"text",
/// "bold","italic","target"}],"row":{"begins","columns","cells":[{"column","runs":[first,end],
/// "box"}]},"depth","continues","page","box":[x,y,w,h]}`; members that say nothing are left out.
extension Article.Block: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind.name)
      switch kind {
      case .heading(let level): json.member("level", level)
      case .picture(let alternative): json.optional("alternative", alternative)
      case .paragraph, .listItem, .quote, .code: break
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
      if let row { json.member("row", row) }
      if depth > 0 { json.member("depth", depth) }
      if continuesItem { json.member("continues", true) }
      json.member("page", page)
      json.member("box", box)
    }
  }
}

extension Article.TableRow: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("begins", beginsTable)
      json.member("columns", columnCount)
      json.key("cells")
      json.array(cells) { json, cell in
        json.object { json in
          json.member("column", cell.column)
          json.key("runs")
          json.array([cell.runs.lowerBound, cell.runs.upperBound]) { $0.value($1) }
          json.member("box", cell.box)
        }
      }
    }
  }
}
