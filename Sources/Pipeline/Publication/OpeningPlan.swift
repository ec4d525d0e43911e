import RectoPageModel

/// The way in which a source is opened.
struct OpeningPlan: Sendable {
  /// The source's path as it was given.
  let source: String
  let backend: any PageBackend
  /// The place where each copy is opened.
  let opening: Opening
  /// The copies that can be open at once.
  var concurrency: Int
}

/// The part of other engines in a publication.
struct OtherEngines: Sendable {
  /// The engine for pages that the publication's own cannot draw; nil if no other engine is installed.
  var substitute: Substitute?
  var count = SubstitutionCount()
  /// The refusals of engines that were asked to open it before.
  var warnings: [PageWarning] = []
}

/// The caches of a publication, which depend on the version that its backend tells once it is open.
struct PublicationCaches: Sendable {
  /// True if only an excerpt was asked for; the backend may have opened the whole nevertheless.
  var mayBeExcerpt = false
  /// The images of this version, excerpt or whole; nil without a cache.
  var images: @Sendable (String, _ isExcerpt: Bool) -> CachedPublication? = { _, _ in nil }
  /// The text index of this version, also where images are not cached; nil without a cache.
  var index: @Sendable (String) -> CachedPublication? = { _ in nil }
}
