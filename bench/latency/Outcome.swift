import RectoJSON
import RectoPageModel

/// The result of a measurement: rows of a table, and sentences below it.
struct Outcome: JSONRepresentable {
  struct Row {
    let label: String
    /// In the order of the columns; each named with its unit. Every row has the same ones.
    let figures: KeyValuePairs<String, Double>
    /// The latencies behind the figures, in the order of the requests.
    let latencies: Latencies
  }

  var rows: [Row] = []
  var notes: [String] = []

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("rows")
      json.array(rows) { json, row in
        json.object { json in
          json.member("label", row.label)
          json.key("figures")
          json.object { json in
            for (name, value) in row.figures {
              json.key(name)
              json.value(value)
            }
          }
          json.key("milliseconds")
          json.array(row.latencies.milliseconds) { $0.value($1) }
        }
      }
      json.key("notes")
      json.array(notes) { $0.value($1) }
    }
  }
}
