import RectoJSON
import RectoPageModel

/// `{"id","title","publication","number","date","summary","authors","subjects","contents","access",
/// "price","priceText","product","free","store","state","progress","error","new","pageCount","update",
/// "actions"}`, as the command line and the server give it.
extension ShelfIssue: JSONRepresentable {
  public func write(to json: inout JSONWriter) {
    json.object { json in writeMembers(to: &json) }
  }

  /// The members of that object, for one that has more of them.
  ///
  /// - Parameter languages: BCP 47 tags, the most wanted first, for the title and the price.
  package func writeMembers(to json: inout JSONWriter, languages: [String] = []) {
    json.member("id", issue.id.text)
    json.member("title", issue.title(in: languages))
    json.optional("publication", issue.publication)
    json.optional("number", issue.number)
    json.optional("date", issue.date?.text)
    json.optional("summary", issue.summary)
    json.key("authors")
    json.array(issue.authors) { $0.value($1) }
    json.optional("language", issue.language)
    json.key("subjects")
    json.array(issue.subjects) { $0.value($1) }
    json.member("previews", issue.previews.count)
    json.key("contents")
    json.array(issue.contents) { $0.value($1) }
    json.member("access", access.rawValue)
    json.optional("price", price)
    json.optional("priceText", price.map { PriceFormat(language: languages.first).text($0) })
    json.optional("product", issue.productID)
    json.member("free", issue.isFree)
    json.optional("store", store)
    json.member("state", state.name)
    if case .downloading(let progress) = state {
      json.key("progress")
      json.object { json in progress.writeMembers(to: &json) }
    }
    if case .failed(let error) = state { json.member("error", error.message) }
    json.member("new", isNew)
    json.optional("pageCount", record?.pageCount)
    if let update {
      json.key("update")
      json.object { update.writeMembers(to: &$0) }
    }
    json.key("actions")
    json.array(actions) { $0.value($1.rawValue) }
  }
}

extension IssueUpdate {
  /// `"state","progress","error"`.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("state", name)
    if case .downloading(let progress) = self {
      json.key("progress")
      json.object { progress.writeMembers(to: &$0) }
    }
    if case .failed(let error) = self { json.member("error", error.message) }
  }
}

extension DownloadProgress {
  /// `"received","total","rate","secondsLeft"`.
  package func writeMembers(to json: inout JSONWriter) {
    json.member("received", received)
    json.optional("total", total)
    json.member("rate", rate)
    json.optional("secondsLeft", secondsLeft)
  }
}
