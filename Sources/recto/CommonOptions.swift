import RectoBackends

/// The engine for formats that several engines read.
let engineOption = Option(
  "engine", value: "NAME", choices: installedEngines,
  "Read PDF with \(alternatives(installedEngines)) (default: \(installedEngines.first ?? "none"))")
let oneEngineOption = Option(
  "one-engine", "Do not use the other engine for pages on which this one fails")

let strictOption = Option(
  "strict", "Exit with status 1 if there are warnings, such as missing files or fonts")
let pagesOption = Option(
  "pages", value: "LIST", "Only these pages in this order, such as 1-4,7,last; the first is 1")
let jsonOption = Option("json", "Print one JSON document")
/// The same for commands whose JSON contains page numbers.
let pagesJSONOption = Option("json", "Print one JSON document, in which pages count from 0")
let progressOption = Option(
  "progress", value: "json", choices: ["json"], "Report progress as JSON lines on standard error")
let outputOption = Option(
  "output", short: "o", value: "PATH", "Write to PATH; - is standard output")
