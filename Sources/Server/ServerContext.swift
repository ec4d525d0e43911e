import Pipeline

/// What all services share.
struct ServerContext: Sendable {
  let configuration: ServerConfiguration
  /// What is served.
  let shelf: Shelf
  /// Where work waits for its turn.
  let desk: WorkDesk
  let metrics: Metrics
  /// The passwords of publications that clients gave.
  let passwords: PasswordStore
  /// Images of pages.
  let images: PageImages
  /// Sounds and films out of publications.
  let media: MediaStore
}
