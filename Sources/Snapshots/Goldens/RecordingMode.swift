/// Which goldens a run writes. A run that has written one did not test it, and so fails.
public enum RecordingMode: String, Sendable, Hashable, CaseIterable {
  /// All that are not as the pages are now.
  case all
  /// Those that do not pass, or cannot be read, and those that are missing.
  case failed
  /// Those that are missing.
  case missing
  case never

  /// The same, or `never` on a machine for continuous integration, where the environment variable
  /// `CI` is set: nobody would see what it records.
  public func allowed(whereCIIs value: String?) -> RecordingMode {
    ["", "0", "false"].contains(value ?? "") ? self : .never
  }
}
