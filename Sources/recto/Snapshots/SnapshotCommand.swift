import RectoPageModel
import RectoPipeline
import RectoSnapshots

struct SnapshotCommand: SourceCommand {
  let name = "snapshot"
  let operands = "record|check|review|approve SOURCE, or compare A.png B.png"
  let summary = "Compares pages with their recorded goldens, and reports changes."
  let actions = ["record", "check", "review", "approve", "compare"]
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
    review shows the differences in a browser, where you can approve them; approve accepts the pages as
    they are. compare compares two PNG files. Without --device, pages are rendered at 150 dpi, or on
    the devices that have goldens. The exit status is 1 if pages differ, were recorded, or are gone. If
    the environment variable CI is set, nothing is recorded.
    """

  /// Never called: the first operand selects the action.
  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    try await SnapshotCheck(arguments, .check).run(on: session)
  }

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    let operands = arguments.operands
    guard let word = operands.first else {
      throw UsageError("no action is given: record, check, review, approve or compare")
    }
    if word == "compare" {
      guard operands.count <= 3 else { throw UsageError("unexpected operand \(operands[3])") }
      guard operands.count == 3 else { throw UsageError("compare needs two PNG files") }
      return try PictureCheck(arguments).run(golden: operands[1], current: operands[2])
    }
    guard let action = SnapshotAction(rawValue: word) else {
      throw UsageError(
        "there is no action \(word) for snapshots: use record, check, review, approve or compare")
    }
    guard operands.count <= 2 else { throw UsageError("unexpected operand \(operands[2])") }
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
  Option("goldens", value: "DIR", "The folder of goldens, with a subfolder for each source"),
  pagesOption,
  Option("device", value: "NAMES", isList: true, "Render on these devices (comma-separated)"),
  Option("devices", value: "FILE", "Read additional devices from a JSON file"),
  Option(
    "mode", value: "MODE",
    "Pages to record: all (default for record), failed, missing or never (default for check)"),
  Option("platform", value: "NAME", "The platform whose goldens are used (default: this one)"),
  Option("exact", "Require identical pixels"),
  Option(
    "fuzz", value: "D;N",
    "Tolerance as in web-platform-tests, such as maxDifference=0-2;totalPixels=0-100"),
  Option("perceptual", value: "T", "Threshold at which a pixel visibly differs, 0 (any) to 1"),
  Option("density", value: "SHARE", "The largest share of a window's pixels that may differ"),
  Option("similarity", value: "S", "The minimum structural similarity (SSIM), at most 1"),
  Option("no-text", "Do not compare the text"),
  Option("mask", value: "X,Y,W,H", isList: true, "Ignore this area, in points (pixels of PNGs)"),
  Option(
    "only", value: "X,Y,W,H", isList: true, "Compare only this area, in points (pixels of PNGs)"),
  Option("report", value: "FILE", "Write the differences as one HTML file"),
  Option("junit", value: "FILE", "Write a JUnit XML file"),
  Option(
    "json", value: "FILE",
    "Write JSON to FILE, or to - for standard output; pages count from 0 there"),
  Option("prune", "approve: remove goldens of pages that no longer exist"),
  Option("port", value: "N", "review: listen on port N (default: any free port)"),
  progressOption,
]
