import RectoPipeline

/// The state that all services share.
struct ServerContext: Sendable {
  let configuration: ServerConfiguration
  /// The served publications.
  let shelf: Shelf
  /// The queue in which work waits for its turn.
  let scheduler: WorkScheduler
  let metrics: Metrics
  /// The passwords of publications that clients gave.
  let passwords: PasswordStore
  /// Images of pages.
  let images: PageImages
  /// Sounds and films out of publications.
  let media: MediaStore
}
