import RectoNewsstand
import RectoPipeline

/// The library of a server: resumes unfinished work, and looks for new issues.
struct LibraryService: Sendable {
  let newsstand: Newsstand

  /// The minimum and maximum seconds between two checks for due subscriptions.
  private static let intervals = 10.0...900.0

  /// Nil if the arguments name no library. Throws as `Newsstand.init`.
  init?(
    _ arguments: Arguments, _ recto: Recto
  ) async throws {
    guard let path = arguments["library"] else { return nil }
    newsstand = try await Newsstand(
      folder: path, recto: recto, try newsstandConfiguration(arguments, library: path))
  }

  /// Runs until the task is cancelled. Failures are reported, and tried again the next time.
  func keepUpToDate() async {
    // Downloads go on with what is paid now.
    await askShop()
    do throws(NewsstandError) { try await newsstand.resume() } catch { tell(error) }
    do throws(NewsstandError) {
      for error in try await newsstand.refresh().values {
        tell(error)
      }
    } catch {
      tell(error)
    }
    while !Task.isCancelled {
      await askShop()
      do throws(NewsstandError) { try await newsstand.checkSubscriptions() } catch { tell(error) }
      try? await Task.sleep(for: .seconds(await secondsToNextLook()))
    }
  }

  private func askShop() async {
    guard await newsstand.shop != nil else { return }
    do throws(NewsstandError) { try await newsstand.refreshPurchases() } catch { tell(error) }
  }

  /// A subscription may want to be looked at more often than others.
  private func secondsToNextLook() async -> Double {
    let shortest = (try? await newsstand.subscriptions())?.map(\.interval).min()
    return min(max(shortest ?? .infinity, Self.intervals.lowerBound), Self.intervals.upperBound)
  }

  private func tell(_ error: NewsstandError) { Diagnostics.line("recto: \(error.message)") }
}
