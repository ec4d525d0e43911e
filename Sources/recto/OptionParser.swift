import CRectoGLib

/// One option of a command.
struct Option {
  let name: String
  var short: Character?
  /// The name of its value in the help; nil for a flag.
  var value: String?
  /// The values that it accepts, or that completions offer; empty if it accepts anything.
  let choices: [String]
  /// True if it may be given more than once.
  let isList: Bool
  let help: String

  init(
    _ name: String, short: Character? = nil, value: String? = nil, choices: [String] = [],
    isList: Bool = false, _ help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.choices = choices
    self.isList = isList
    self.help = help
  }
}

/// The parsed command line.
struct Arguments: Sendable {
  fileprivate(set) var flags: Set<String> = []
  fileprivate(set) var values: [String: String] = [:]
  fileprivate(set) var lists: [String: [String]] = [:]
  fileprivate(set) var operands: [String] = []

  func has(_ flag: String) -> Bool { flags.contains(flag) }
  subscript(_ option: String) -> String? { values[option] }
  /// The values of a repeatable option.
  func list(_ option: String) -> [String] { lists[option] ?? [] }
}

/// An invalid command line: exit status 64.
struct UsageError: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

/// Parses with GLib's GOption, which also lays out the help.
struct OptionParser {
  let options: [Option]
  /// The operands after `recto COMMAND [OPTION…]` in the usage line.
  let operands: String
  let summary: String
  /// Examples and notes below the options.
  let description: String

  /// Options and operands may be mixed; `--` ends the options. Calls
  /// `g_option_context_parse_strv`.
  func parse(_ words: [String]) throws(UsageError) -> Arguments {
    let context = OptionContext(self)
    // The parser rearranges the list and frees strings, so the list must be allocated by GLib.
    let list = UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>
      .allocate(capacity: words.count + 2)
    list.initialize(repeating: nil, count: words.count + 2)
    list[0] = g_strdup("recto")
    for (index, word) in words.enumerated() { list[index + 1] = g_strdup(word) }
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>? =
      g_strdupv(list)
    for index in 0...words.count { g_free(list[index]) }
    list.deallocate()
    defer { g_strfreev(arguments) }

    var error: UnsafeMutablePointer<GError>?
    let isParsed = withExtendedLifetime(context) {
      g_option_context_parse_strv(context.pointer, &arguments, &error) != 0
    }
    guard isParsed else {
      defer { g_error_free(error) }
      throw usageError(error)
    }
    var result = context.arguments
    var index = 1
    while let word = arguments?[index] {
      result.operands.append(String(cString: word))
      index += 1
    }
    if let end = result.operands.firstIndex(of: "--") { result.operands.remove(at: end) }
    return result
  }

  private func usageError(_ error: UnsafeMutablePointer<GError>?) -> UsageError {
    guard let error else { return UsageError("it cannot be parsed") }
    let message = String(cString: error.pointee.message)
    guard error.pointee.domain == g_option_error_quark(),
      error.pointee.code == Int32(G_OPTION_ERROR_UNKNOWN_OPTION.rawValue),
      let start = message.firstIndex(of: "-")
    else { return UsageError(message) }
    let option = message[start...].prefix { $0 != "=" }
    let known = options.map { "--\($0.name)" }
    let help = suggestion(for: option, of: known)
    return UsageError("there is no option \(option)\(help.isEmpty ? hint(for: option) : help)")
  }

  /// A word such as -40 may be a query or a file's name.
  private func hint(for option: Substring) -> String {
    option.hasPrefix("--") || operands.isEmpty
      ? "" : "; put -- before words that begin with a hyphen"
  }

  /// The help text. Calls `g_option_context_get_help`.
  func help(command: String) -> String {
    g_set_prgname(command)
    let context = OptionContext(self)
    let text = withExtendedLifetime(context) { g_option_context_get_help(context.pointer, 1, nil) }
    defer { g_free(text) }
    return text.map { String(cString: $0) } ?? ""
  }
}

/// Owns a `GOptionContext` and the memory that it points into.
private final class OptionContext {
  let pointer: OpaquePointer?
  private let entries: UnsafeMutablePointer<GOptionEntry>
  private let options: [Option]
  private let flags: UnsafeMutablePointer<gint>
  private let values: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>
  /// The values of repeatable options, each list ended by null.
  private let lists: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?>
  private var strings: [UnsafeMutablePointer<gchar>?] = []

  init(_ parser: OptionParser) {
    options = parser.options
    pointer = g_option_context_new(parser.operands)
    flags = .allocate(capacity: options.count)
    flags.initialize(repeating: 0, count: options.count)
    values = .allocate(capacity: options.count)
    values.initialize(repeating: nil, count: options.count)
    lists = .allocate(capacity: options.count)
    lists.initialize(repeating: nil, count: options.count)
    entries = .allocate(capacity: options.count + 1)
    entries.initialize(repeating: GOptionEntry(), count: options.count + 1)
    for (index, option) in options.enumerated() {
      entries[index].long_name = UnsafePointer(keep(option.name))
      entries[index].short_name = option.short?.asciiValue.map { gchar($0) } ?? 0
      entries[index].description = UnsafePointer(keep(option.help))
      if let value = option.value {
        entries[index].arg = option.isList ? goption_list : goption_value
        entries[index].arg_description = UnsafePointer(keep(value))
        entries[index].arg_data =
          option.isList
          ? UnsafeMutableRawPointer(lists + index) : UnsafeMutableRawPointer(values + index)
      } else {
        entries[index].arg = goption_flag
        entries[index].arg_data = UnsafeMutableRawPointer(flags + index)
      }
    }
    g_option_context_set_summary(pointer, parser.summary)
    g_option_context_set_description(pointer, parser.description)
    g_option_context_set_help_enabled(pointer, 0)
    g_option_context_add_main_entries(pointer, entries, nil)
  }

  deinit {
    g_option_context_free(pointer)
    for string in strings { g_free(string) }
    for index in options.indices {
      g_free(values[index])
      g_strfreev(lists[index])
    }
    entries.deallocate()
    flags.deallocate()
    values.deallocate()
    lists.deallocate()
  }

  var arguments: Arguments {
    var result = Arguments()
    for (index, option) in options.enumerated() {
      if flags[index] != 0 { result.flags.insert(option.name) }
      if let value = values[index] { result.values[option.name] = String(cString: value) }
      var place = 0
      while let value = lists[index]?[place] {
        result.lists[option.name, default: []].append(String(cString: value))
        place += 1
      }
    }
    return result
  }

  private func keep(_ string: String) -> UnsafeMutablePointer<gchar>? {
    strings.append(g_strdup(string))
    return strings[strings.count - 1]
  }
}
