extension SnapshotCommand {
  var actions: [String] { ["record", "check", "review", "approve", "compare"] }
}
