import RectoPageModel

extension Recto {
  /// The picture of the cover that a book has apart from its pages, as a publication of one page;
  /// nil for a publication without one.
  public func cover(of publication: OpenPublication) async -> OpenPublication? {
    guard publication.countsByLayout else { return nil }
    let options = OpenOptions(layout: LayoutOptions(excerpt: LayoutOptions.cover))
    // A book without one gives the excerpt of its first document.
    guard
      let cover = try? await open(publication.source, options: options, counting: .onDemand),
      let info = try? await cover.info, info.isExcerpt, !info.isReflowable
    else { return nil }
    return cover
  }
}
