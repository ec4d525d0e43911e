import RectoPageModel

/// Writes Prometheus' text format.
struct Exposition {
  private(set) var text = ""

  mutating func header(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  mutating func gauge(_ name: String, _ help: String, _ value: Double) {
    header(name, "gauge", help)
    sample(name, [], value)
  }

  mutating func gauge(_ name: String, _ help: String, _ value: Int) {
    gauge(name, help, Double(value))
  }

  mutating func counter(_ name: String, _ help: String, _ value: Int) {
    header(name, "counter", help)
    sample(name, [], Double(value))
  }

  mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
    let list = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(Self.number(value))\n"
  }

  mutating func histogram(_ name: String, _ labels: [(String, String)], _ histogram: Histogram) {
    var total = 0
    for (bound, count) in zip(Histogram.bounds, histogram.counts) {
      total += count
      sample("\(name)_bucket", labels + [("le", Self.number(bound))], Double(total))
    }
    sample("\(name)_bucket", labels + [("le", "+Inf")], Double(histogram.count))
    sample("\(name)_sum", labels, histogram.sum)
    sample("\(name)_count", labels, Double(histogram.count))
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  private static func escaped(_ value: String) -> String {
    value.map { character in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: String(character)
      }
    }.joined()
  }
}
