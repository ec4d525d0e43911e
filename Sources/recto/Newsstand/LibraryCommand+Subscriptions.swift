import RectoJSON
import RectoNewsstand
import RectoPageModel
import RectoPipeline

extension LibraryCommand {
  /// Follows stores, and buys their subscriptions where a shop sells them.
  func subscribe(
    _ operands: [String], _ arguments: Arguments, _ newsstand: Newsstand
  ) async throws -> ExitStatus {
    guard !operands.isEmpty else { throw UsageError("no store is given: name its URL") }
    let interval = try arguments.number("every", in: 0...31_536_000)
    var status = ExitStatus.done
    for url in operands {
      try await newsstand.subscribe(to: url, interval: interval ?? Subscription.day)
    }
    guard await newsstand.shop != nil, !arguments.has("follow") else { return .done }
    _ = try await ShopReport(newsstand)
    for subscription in try await newsstand.paidSubscriptions()
    where operands.contains(subscription.store ?? "") && subscription.canBeBought {
      do throws(NewsstandError) {
        try await newsstand.buySubscription(subscription.productID)
      } catch {
        Diagnostics.line("recto: \(error.message)")
        status = ExitStatus(error.code)
      }
    }
    return status
  }

  /// Lists paid subscriptions, or ends the renewal of some.
  func subscriptions(
    _ operands: [String], _ arguments: Arguments, _ newsstand: Newsstand
  ) async throws -> ExitStatus {
    let shop = try await ShopReport(newsstand)
    shop.reportSource()
    var known = try await newsstand.paidSubscriptions()
    switch operands.first {
    case nil, "list": break
    case "cancel":
      guard operands.count > 1 else {
        throw UsageError("no subscription is given: name its product, or the URL of its store")
      }
      for text in operands.dropFirst() {
        guard let product = known.first(where: { $0.productID == text || $0.store == text }) else {
          throw NewsstandError(.notFound, "there is no subscription \(printable(text))")
        }
        try await newsstand.cancelSubscription(product.productID)
      }
      known = try await newsstand.paidSubscriptions()
    case let other?: throw UsageError("\(other) is not list or cancel")
    }
    let followed = try await newsstand.subscriptions()
    let languages = [readerLanguage].compactMap { $0 }
    try answer(arguments) { json in
      json.object { json in
        json.key("subscriptions")
        json.array(known) { json, subscription in
          json.object { json in subscription.writeMembers(to: &json, languages: languages) }
        }
        json.key("followed")
        json.array(followed) { json, subscription in
          json.object { json in
            json.member("store", subscription.store)
            json.member("every", subscription.interval)
            json.optional(
              "checked", subscription.checked.map { Timestamp(seconds: Int($0)).iso8601 })
          }
        }
        shop.write(to: &json)
      }
    } text: {
      let lines = known.map(line) + followed.map { "followed  \(printable($0.store))\n" }
      return lines.isEmpty ? "no subscriptions: recto library subscribe URL\n" : lines.joined()
    }
    return .done
  }

  /// `cancelled  19,99 €  until 2026-12-31  Tide  tide.year`
  private func line(_ subscription: PaidSubscription) -> String {
    let prices = PriceFormat(language: readerLanguage)
    var parts = [subscription.state == .none ? "to buy" : subscription.state.rawValue]
    if let price = subscription.price { parts.append(prices.text(price)) }
    if let until = subscription.period?.until, abs(until) < 2e11 {
      let day = Timestamp(seconds: Int(until)).iso8601.prefix(10)
      parts.append(
        subscription.state == .active
          ? "renews \(day)" : subscription.state == .expired ? "ended \(day)" : "until \(day)")
    }
    parts += [printable(subscription.title), printable(subscription.productID)]
    return parts.joined(separator: "  ") + "\n"
  }

  func restore(
    _ operands: [String], _ arguments: Arguments, _ newsstand: Newsstand
  ) async throws -> ExitStatus {
    guard operands.count <= 1 else {
      throw UsageError(
        "unexpected operand \(operands[1]): restore takes the shop's code alone")
    }
    let count = try await newsstand.restorePurchases(code: operands.first)
    try answer(arguments) { json in
      json.object { $0.member("restored", count) }
    } text: {
      "\(count) \(count == 1 ? "purchase is" : "purchases are") restored\n"
    }
    return .done
  }

  /// Turns automatic downloads on or off, or prints the setting.
  func setAutomatic(
    _ operands: [String], _ arguments: Arguments, _ newsstand: Newsstand
  ) async throws -> ExitStatus {
    switch operands.first {
    case "on": try await newsstand.setAutomaticDownloads(true)
    case "off": try await newsstand.setAutomaticDownloads(false)
    case nil: break
    case let other?: throw UsageError("\(other) is not on or off")
    }
    let isOn = try await newsstand.reader.hasAutomaticDownloads()
    try answer(arguments) { json in
      json.object { $0.member("automaticDownloads", isOn) }
    } text: {
      "new issues are \(isOn ? "" : "not ")downloaded automatically\n"
    }
    return .done
  }

  /// Downloads the new issues of the stores that are due, or reports why no store was checked.
  func check(_ arguments: Arguments, _ newsstand: Newsstand) async throws -> ExitStatus {
    let isForced = arguments.has("force")
    let time = currentTime()
    let interrupted = try await newsstand.interrupted().map(\.id)
    let followed = try await newsstand.subscriptions()
    let isDue = followed.contains { isForced || $0.isDue(at: time) }
    if followed.isEmpty {
      Diagnostics.line("recto: you follow no store: run recto library subscribe URL")
    } else if !isDue {
      try await reportNextCheck(newsstand)
    } else if try await !newsstand.reader.hasAutomaticDownloads() {
      Diagnostics.line(
        "recto: new issues are listed but not downloaded: run recto library automatic on to download "
          + "them")
    }
    let begun = try await newsstand.checkSubscriptions(isForced: isForced)
    if !isDue, !interrupted.isEmpty {
      // Interrupted downloads resume with the current purchases.
      _ = try await ShopReport(newsstand)
    } else if let error = await newsstand.shop?.error {
      Diagnostics.line("recto: purchases may be out of date: \(error.message)")
    }
    let tried = interrupted + begun.filter { !interrupted.contains($0) }
    let status = try await download(tried, arguments, newsstand)
    return try await reportFailures(except: tried, newsstand) ?? status
  }

  /// Names the issues that failed at an earlier check and were not tried again, and gives the status of
  /// the first; nil without any.
  private func reportFailures(
    except tried: [IssueID], _ newsstand: Newsstand
  ) async throws -> ExitStatus? {
    var status: ExitStatus?
    for issue in try await newsstand.failedNews() where !tried.contains(issue.id) {
      guard case .failed(let error) = issue.state else { continue }
      Diagnostics.line(
        "recto: \(printable(issue.id.text)) failed and will be tried again at the next check: "
          + error.message)
      status = status ?? ExitStatus(error.code)
    }
    return status
  }

  /// Reports when the stores were last checked and when the next check is due.
  func reportNextCheck(_ newsstand: Newsstand) async throws {
    let time = currentTime()
    let followed = try await newsstand.subscriptions()
    guard let last = followed.compactMap(\.checked).max(),
      let next = followed.map({ ($0.checked ?? time) + $0.interval }).min()
    else { return }
    Diagnostics.line(
      "recto: the stores were checked \(timeSpan(seconds: time - last)) ago and will be checked again in "
        + "\(timeSpan(seconds: next - time)): use --force to check now")
  }
}
