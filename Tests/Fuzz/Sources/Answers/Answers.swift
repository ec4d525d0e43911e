import FuzzSupport
import RectoPageModel
import RectoPluginKit

/// A query, and an answer to it that a worker or a plugin gives: the host reads it, or refuses it
/// in one line.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  var input = Input(bytes, count)
  let query = input.choice(of: RequestKind.allCases)
  let answer = input.all()
  do throws(PageError) {
    let publication = try ChannelPublication(ScriptedChannel(query, answer))
    let question = PublicationRequest(query, index: 1, limit: 4096, detail: detail)
    let relayed = try question.answer(of: publication)
    try use(query, of: publication)
    let second = try ChannelPublication(ScriptedChannel(query, relayed))
    demand(
      try question.answer(of: second) == relayed,
      "what was read and written is read as something else")
  } catch {
    demandShowable(error.message, upTo: 2000)
  }
  return 0
}

/// The detail of requests that say more than an index: a place, a medium and a PDF.
private let detail = Array(
  #"""
  {"href":"a.md","type":"text/markdown","index":0,"pages":[0],"pictureDotsPerInch":300,
  "deterministic":true,"limit":4096}
  """#.utf8)

/// Uses an answer as the host does.
private func use(_ query: RequestKind, of publication: ChannelPublication) throws(PageError) {
  switch query {
  case .page: useFacts(of: try publication.page(at: 1))
  case .text:
    guard let page = try publication.page(at: 1) as? any TextPage else { return }
    try useText(page.text(), of: page)
  default: try publication.refreshInfo()
  }
}
