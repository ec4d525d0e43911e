import PageModel
import Pipeline
import Snapshots

struct SnapshotCommand: SourceCommand {
  let name = "snapshot"
  let operands = "record|check|review|approve SOURCE, or compare A.png B.png"
  let summary = "Tells what has changed on pages since their goldens were recorded."
  let ownOptions = snapshotOptions
  let examples = [
    "recto snapshot record issue.pdf --goldens goldens/",
    "recto snapshot check issue.pdf --goldens goldens/ --report changes.html",
    "recto snapshot check layout/ --goldens goldens/ --device phone,tablet",
    "recto snapshot review issue.pdf --goldens goldens/",
    "recto snapshot approve issue.pdf --goldens goldens/ --pages 3",
    "recto snapshot compare before.png after.png --fuzz '0-2;0-100'",
  ]
  let notes = """
    A golden is a page's picture and text. record writes goldens, check compares pages with them,
    review shows what differs in a browser and takes approvals, approve takes the pages as they
    are. compare does it with two PNG files. Without a --device pages are at 150 dpi, or on the
    devices that have goldens. Exit status 1: something differs, or was recorded.
    Where CI is set, nothing is recorded.
    """

  /// Never called: the first operand selects the action.
  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    try await SnapshotCheck(arguments, .check).run(on: session)
  }

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    let operands = arguments.operands
    guard let word = operands.first else {
      throw UsageError("what is to be done? record, check, review, approve or compare")
    }
    if word == "compare" {
      guard operands.count <= 3 else { throw UsageError("\(operands[3]) is one operand too many") }
      guard operands.count == 3 else { throw UsageError("compare wants two PNG files") }
      return try PictureCheck(arguments).run(golden: operands[1], current: operands[2])
    }
    guard let action = SnapshotAction(rawValue: word) else {
      throw UsageError(
        "\(word) cannot be done with snapshots: record, check, review, approve and compare can")
    }
    guard operands.count <= 2 else { throw UsageError("\(operands[2]) is one operand too many") }
    guard operands.count == 2 else { throw UsageError("SOURCE is missing") }
    let check = try SnapshotCheck(arguments, action)
    return try await withSession(operands[1], arguments, launch) { session in
      try await check.run(on: session)
    }
  }
}

/// The action on the goldens of a source.
enum SnapshotAction: String {
  case record
  case check
  case review
  case approve
}

private let snapshotOptions = [
  Option("goldens", value: "DIR", "Where goldens are, for each source in a folder of its own"),
  pagesOption,
  Option("device", value: "NAMES", isList: true, "On these devices, parted by commas"),
  Option("devices", value: "FILE", "More devices, in JSON"),
  Option(
    "mode", value: "MODE",
    "Record all (default of record), failed, missing or never (default of check)"),
  Option("platform", value: "NAME", "Whose goldens count where they differ (default: this one)"),
  Option("exact", "Every pixel must be the same"),
  Option("fuzz", value: "D;N", "As web-platform-tests: maxDifference=0-2;totalPixels=0-100"),
  Option("perceptual", value: "T", "No pixel may be seen to differ, from 0 (any) to 1"),
  Option("density", value: "SHARE", "The largest share of a window's pixels that may differ"),
  Option("similarity", value: "S", "The least structural similarity (SSIM), to 1"),
  Option("no-text", "Leave the text aside"),
  Option("mask", value: "X,Y,W,H", isList: true, "Leave this aside, in points (pixels of PNGs)"),
  Option("only", value: "X,Y,W,H", isList: true, "Compare this alone, in points (pixels of PNGs)"),
  Option("report", value: "FILE", "Write what differs as one HTML file"),
  Option("junit", value: "FILE", "Write a JUnit XML file"),
  Option(
    "json", value: "FILE",
    "Write JSON to FILE, or to - for standard output; the first page is 0 there"),
  Option("prune", "approve: remove goldens of pages that are no more"),
  Option("port", value: "N", "review: the port of the page (default: any that is free)"),
  Option("progress", value: "json", "Report progress as JSON lines on standard error"),
]
