import RectoPageModel

extension Recto {
  /// The picture of the cover that a book has apart from its pages, as a publication of one page;
  /// nil for a publication without one, or whose picture cannot be opened.
  ///
  /// Throws `busy` and `cancelled`: there may be one.
  public func cover(of publication: OpenPublication) async throws(PageError) -> OpenPublication? {
    guard publication.countsByLayout else { return nil }
    let options = OpenOptions(layout: LayoutOptions(excerpt: LayoutOptions.cover))
    do throws(PageError) {
      let cover = try await open(publication.source, options: options, counting: .onDemand)
      let info = try await cover.info
      // A book without one gives the excerpt of its first document.
      return info.isExcerpt && !info.isReflowable ? cover : nil
    } catch  where [.busy, .cancelled].contains(error.code) {
      throw error
    } catch {
      return nil
    }
  }
}
