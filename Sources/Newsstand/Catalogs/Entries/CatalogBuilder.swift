import RectoPluginKit

/// Builds a catalog from its entries, each of which is checked separately.
struct CatalogBuilder {
  let base: CatalogBase
  let warnings: EntryWarnings
  /// Reads the dates of the entries.
  let dates: CatalogDates
  var catalog: Catalog
  private var distinct = DistinctIssues()
  private var entryCount = 0
  private var problemCount = 0

  init(_ format: CatalogFormat, base: CatalogBase) {
    catalog = Catalog(format: format)
    self.base = base
    warnings = EntryWarnings()
    dates = CatalogDates(warnings)
  }

  /// Adds the issue that `make` reads, or a sentence on the problem with its number and `name`.
  ///
  /// Throws `tooLarge` beyond `CatalogLimits.issues`. An issue that is there already is a problem
  /// unless `isRepeatable`, as in catalogs that show some of their issues in groups as well.
  mutating func add(
    _ name: String?, isRepeatable: Bool = false, _ make: () throws(NewsstandError) -> Issue
  ) throws(NewsstandError) {
    entryCount += 1
    guard entryCount <= CatalogLimits.issues else {
      throw NewsstandError(
        .tooLarge, "the catalog has more than \(CatalogLimits.issues) issues, which is the limit")
    }
    do throws(NewsstandError) {
      let issue = try make()
      if let issue = distinct.admit(issue) {
        for warning in warnings.take() { problem(name, warning) }
        catalog.issues.append(issue)
      } else if !isRepeatable {
        problem(name, "its id \(printable(issue.catalogID)) is also that of an earlier issue")
      }
    } catch {
      problem(name, error.message)
    }
    _ = warnings.take()
  }

  /// Notes something that is wrong with the catalog as a whole.
  mutating func problem(_ sentence: String) {
    problemCount += 1
    if problemCount <= CatalogLimits.problems { catalog.problems.append(sentence) }
  }

  private mutating func problem(_ name: String?, _ sentence: String) {
    let title = name.flatMap { $0.isEmpty ? nil : " (\(printable($0)))" } ?? ""
    problem("issue \(entryCount)\(title): \(sentence)")
  }

  /// Sets the link to the next part, as the catalog states it.
  mutating func setNext(_ reference: String?) {
    guard let reference else { return }
    do throws(NewsstandError) {
      let url = try base.url(reference, "its next page")
      if base.isItself(url) {
        problem("its next page is the page itself")
      } else {
        catalog.next = url
      }
    } catch {
      problem(error.message)
    }
  }

  /// Another catalog that it leads to. One that cannot be followed is a problem.
  mutating func addFeed(_ reference: String) {
    do throws(NewsstandError) {
      let url = try base.url(reference, "its feed")
      guard !base.isItself(url), !catalog.feeds.contains(url),
        catalog.feeds.count < CatalogLimits.feeds
      else { return }
      catalog.feeds.append(url)
    } catch {
      problem(error.message)
    }
  }

  /// The catalog. Throws `badCatalog` where it has entries and none of them is good.
  consuming func finished() throws(NewsstandError) -> Catalog {
    if problemCount > CatalogLimits.problems {
      catalog.problems.append("and \(problemCount - CatalogLimits.problems) more problems")
    }
    let leadsOn = !catalog.issues.isEmpty || catalog.next != nil || !catalog.feeds.isEmpty
    guard leadsOn || catalog.problems.isEmpty else {
      let others = catalog.problems.count - 1
      throw NewsstandError(
        .badCatalog,
        "no issue of the catalog can be listed: \(catalog.problems[0])"
          + (others > 0 ? ", and \(others) more" : ""))
    }
    return catalog
  }
}
