import RectoPageModel

/// Sound and film that will not play.
struct MediaRule: PreflightRule {
  static let missing = PreflightRuleKind(
    "media-missing", "Sound or film on a page is not in the issue",
    advice: "Put the file into the issue, or take its place off the page")
  static let online = PreflightRuleKind(
    "media-online", "Sound, film or a frame on a page comes from the network",
    advice: "Put the file into the issue if it is to be read without a network")

  let kinds = [missing, online]
  let needs: Set<PageNeed> = [.media]

  func check(_ page: PageContents, _ limits: PreflightLimits) -> [Observation] {
    page.media.filter { !$0.isEmbedded }.map { item in
      let name = item.name ?? "without a name"
      let scheme = name.prefix(8).lowercased()
      let isOnline = scheme.hasPrefix("https://") || scheme.hasPrefix("http://")
      return isOnline
        ? Observation(
          Self.online, page: page.index, box: item.box,
          "\(item.title) comes from \(name.excerpt)")
        : Observation(
          Self.missing, page: page.index, box: item.box,
          "\(item.title) \(name.excerpt) is not in the issue")
    }
  }
}

extension MediaItem {
  fileprivate var title: String {
    switch kind {
    case .audio, .sound: "the sound"
    case .video: "the film"
    case .model: "the model"
    case .other: "the medium"
    }
  }
}
