/// The goldens that a run writes. A run that writes one did not test it, and so fails.
public enum RecordingMode: String, Sendable, Hashable, CaseIterable {
  /// All that are not as the pages are now.
  case all
  /// Goldens that do not pass, are unreadable or are missing.
  case failed
  /// Missing goldens.
  case missing
  case never

  /// The mode itself, or `never` on a machine for continuous integration, where the environment
  /// variable `CI` is set: its recordings would go unseen.
  public func allowed(whereCIIs value: String?) -> RecordingMode {
    ["", "0", "false"].contains(value ?? "") ? self : .never
  }
}
