import RectoPageModel

/// Reads the pages of a layout, once for each profile.
struct ProfileReader {
  private let reading: LayoutReading
  private let styles: StyleSheet
  /// In the order in which they are written.
  private let threads: [String]

  init(
    _ reading: LayoutReading, styles: StyleSheet, threads: [(name: String, stories: [String])]
  ) {
    self.reading = reading
    self.styles = styles
    self.threads = threads.map(\.name)
  }

  /// The page properties that a layout or a profile states.
  private struct Parts {
    let size: LayoutValue?
    let margins: LayoutValue?
    let bleed: LayoutValue?
    let baselineGrid: LayoutValue?
    let background: LayoutValue?
    let masters: LayoutValue?
    let pages: LayoutValue?

    init(_ object: LayoutObject) {
      size = object["size"]
      margins = object["margins"]
      bleed = object["bleed"]
      baselineGrid = object["baseline-grid"]
      background = object["background"]
      masters = object["masters"]
      pages = object["pages"]
    }

    /// The values of `outer` fill the gaps.
    init(_ own: Parts, else outer: Parts) {
      size = own.size ?? outer.size
      margins = own.margins ?? outer.margins
      bleed = own.bleed ?? outer.bleed
      baselineGrid = own.baselineGrid ?? outer.baselineGrid
      background = own.background ?? outer.background
      masters = own.masters ?? outer.masters
      pages = own.pages ?? outer.pages
    }
  }

  /// The layout's own pages are the first profile, unless it has none and named ones have.
  func read(_ layout: LayoutObject) -> [Profile] {
    let common = Parts(layout)
    var profiles: [Profile] = []
    let named = layout["profiles"]?.entries(upTo: 20) ?? []
    if common.pages != nil || named.isEmpty { profiles.append(profile("default", common)) }
    for (name, value) in named {
      let profile = value.object("profile") { self.profile(name, Parts(Parts($0), else: common)) }
      if let profile { profiles.append(profile) }
    }
    return profiles
  }

  private func profile(_ name: String, _ parts: Parts) -> Profile {
    let size = parts.size.flatMap(PageGeometry.size) ?? DefaultLayout.size
    var profile = Profile(
      name: name, size: size,
      margins: parts.margins.flatMap { PageGeometry.margins($0, of: size) }
        ?? DefaultLayout.margins(for: size))
    profile.bleed = parts.bleed?.points() ?? 0
    profile.baselineGrid = parts.baselineGrid?.points().flatMap { $0 > 0 ? $0 : nil }
    profile.background = parts.background?.color()
    guard let pages = parts.pages else { return withDefaultPages(profile) }
    if let masters = parts.masters { profile.masters = self.masters(masters, profile) }
    profile.pages = pages.elements(upTo: LayoutLimits.pages).compactMap { page($0, profile) }
    return profile
  }

  /// A layout without pages has the default ones, through which its threads flow in turn.
  private func withDefaultPages(_ profile: Profile) -> Profile {
    var profile = profile
    let plain = DefaultLayout.profile(size: profile.size, thread: "")
    profile.baselineGrid = profile.baselineGrid ?? plain.baselineGrid
    profile.masters = [:]
    for thread in threads {
      let own = DefaultLayout.profile(size: profile.size, thread: thread)
      profile.masters[thread] = own.masters[DefaultLayout.masterName]
      profile.pages.append(PagePlan(masters: [thread], count: .whileTextRemains))
    }
    return profile
  }

  // MARK: Masters

  private struct ReadMaster {
    var master: Master
    var extends: String?
    var value: LayoutValue
  }

  private func masters(_ value: LayoutValue, _ profile: Profile) -> [String: Master] {
    var read: [String: ReadMaster] = [:]
    for (name, value) in value.entries(upTo: LayoutLimits.names) {
      read[name] = value.object("master") { object in
        let sheet = sheet(object, profile)
        return ReadMaster(
          master: Master(
            size: sheet.size, margins: sheet.margins,
            content: content(object, size: sheet.size ?? profile.size, bleed: profile.bleed)),
          extends: object["extends"]?.name(), value: value)
      }
    }
    var masters: [String: Master] = [:]
    for name in read.keys.sorted() { masters[name] = flattened(name, read) }
    return masters
  }

  /// A master with the masters that it extends below it.
  private func flattened(_ name: String, _ read: [String: ReadMaster]) -> Master? {
    guard let own = read[name] else { return nil }
    var master = own.master
    var seen = [name]
    var next = own.extends
    while let base = next {
      guard let found = read[base] else {
        _ = reading.known(base, in: read.keys, "master", at: own.value)
        break
      }
      guard !seen.contains(base) else {
        own.value.report(
          .cycle, "extends itself: \((seen + [base]).map(quoted).joined(separator: " extends "))")
        break
      }
      seen.append(base)
      master.size = master.size ?? found.master.size
      master.margins = master.margins ?? found.master.margins
      master.content = found.master.content.adding(master.content)
      next = found.extends
    }
    return master
  }

  // MARK: Pages

  private func page(_ value: LayoutValue, _ profile: Profile) -> PagePlan? {
    value.object("page") { object in
      var plan = PagePlan()
      if let master = object["master"] {
        let names = master.isList ? master.elements(upTo: 100) : [master]
        plan.masters = names.compactMap { value in
          value.text().flatMap {
            reading.known($0, in: profile.masters.keys, "master", at: value)
          }
        }
      }
      if let count = object["repeat"] { plan.count = self.count(count) }
      plan.label = object["label"]?.text()
      plan.section = object["section"]?.text()
      let sheet = sheet(object, profile)
      plan.size = sheet.size
      plan.margins = sheet.margins
      let masterSize = plan.masters.first.flatMap { profile.masters[$0]?.size }
      plan.content = content(
        object, size: plan.size ?? masterSize ?? profile.size, bleed: profile.bleed)
      return plan
    }
  }

  private func count(_ value: LayoutValue) -> PagePlan.Count {
    if value.isNumber { return .times(value.integer(in: 1...LayoutLimits.pages) ?? 1) }
    if case .bool(let repeats) = value.node.content {
      return repeats ? .whileTextRemains : .times(1)
    }
    value.report(.wrongType, "must be true or a number of pages, not \(value.shown)")
    return .times(1)
  }

  private func sheet(
    _ object: LayoutObject, _ profile: Profile
  ) -> (size: Size?, margins: Margins?) {
    let size = object["size"].flatMap(PageGeometry.size)
    let margins = object["margins"].flatMap {
      PageGeometry.margins($0, of: size ?? profile.size)
    }
    return (size, margins)
  }

  private func content(_ object: LayoutObject, size: Size, bleed: Double) -> PageContent {
    ItemReader(
      reading: reading, styles: styles, threads: Set(threads), pageSize: size, bleed: bleed
    ).content(object)
  }
}
