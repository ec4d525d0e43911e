import Pipeline

/// What all services share.
struct ServerContext: Sendable {
  let configuration: ServerConfiguration
  /// What is served.
  let shelf: Shelf
  /// Where work waits for its turn.
  let desk: WorkDesk
  let metrics: Metrics
  /// Images of pages.
  let images: PageImages
  /// Sounds and films out of publications.
  let media: MediaStore
}
