import RectoHTMLBackend
import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Reads the text of a loaded document.
enum WrittenTextScript {
  /// UTF-16 code units of a document: a very long novel. The text after them is read from the
  /// printed pages.
  private static let limit = 8_000_000

  /// The expression gives what `WrittenText` reads, as a text, which takes half the time of an object.
  /// `names` are those of the elements whose letters are asked for.
  static func reading(named names: [String]) -> String {
    var json = JSONWriter()
    json.array(names) { $0.value($1) }
    return "(\(source))(\(String(decoding: json.bytes, as: UTF8.self)))"
  }

  private static let source = """
    names => JSON.stringify((() => {
      "use strict";
      \(TextScript.source)
      const blocks = [], range = document.createRange();
      let element = null, placed = null, space = false, count = 0, runs = 0;
      const wanted = new Set(names), around = new Map(), found = new Map();
      const namesAround = element => {
        let known = around.get(element);
        if (known) return known;
        const above = parent(element), outer = above ? namesAround(above) : [];
        known = wanted.has(element.id) ? [...outer, element.id] : outer;
        around.set(element, known);
        return known;
      };
      const add = node => {
        // Between the elements of a formula it says nothing.
        if (!/\\S/.test(node.data)) { space ||= !node.parentElement?.closest("math"); return; }
        const own = parent(node);
        if (!own || !isLaidOut(node, range)) return;
        const style = textStyle(own);
        if (style.isHidden) return;
        if (style.block !== element) {
          element = style.block;
          blocks.push({r: style.role, v: style.vertical, d: style.isRightToLeft, n: []});
        } else if (style.placed !== placed) {
          space = true;
        }
        placed = style.placed;
        const run = {t: (space ? " " : "") + node.data};
        if (style.lang) run.l = style.lang;
        if (style.isRuby) run.y = true;
        if (style.formula) run.f = formulaNumber(style.formula);
        blocks[blocks.length - 1].n.push(run);
        runs++;
        if (wanted.size) for (const name of namesAround(own)) {
          const known = found.get(name);
          if (known) known.e = runs; else found.set(name, {n: name, f: runs - 1, e: runs});
        }
        space = false;
        count += node.data.length;
      };
      readTexts(add, () => { space = true; }, () => count > \(limit));
      return {b: blocks, n: Array.from(found.values()), formulas: formulaAlternatives()};
    })())
    """
}

extension WrittenText: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    let blocks: [ReadBlock] = try json.decode("b")
    for block in blocks {
      add(Block(role: block.role, isVertical: block.isVertical, isRightToLeft: block.isRightToLeft))
      for run in block.runs {
        add(run.text, language: run.language, isRuby: run.isRuby, formula: run.formula)
      }
    }
    alternatives = try [AlternativeText](formulasOf: json)
    for name in try json.decode("n") as [ReadName] {
      guard name.first < name.end, name.end <= runs.count else { continue }
      add(name: name.text, of: runs[name.first].lowerBound..<runs[name.end - 1].upperBound)
    }
  }
}

private struct ReadName: JSONDecodable {
  let text: String
  /// Indices of runs.
  let first: Int
  let end: Int

  init(json: JSONValue) throws(JSONError) {
    text = try json.decode("n")
    first = try json.integer("f", in: 0...Int.max)
    end = try json.integer("e", in: 0...Int.max)
  }
}

private struct ReadBlock: JSONDecodable {
  let role: TextRole
  let isVertical: Bool
  let isRightToLeft: Bool
  let runs: [ReadRun]

  init(json: JSONValue) throws(JSONError) {
    role = try json.decode("r")
    isVertical = try json.decode("v")
    isRightToLeft = try json.decode("d")
    runs = try json.decode("n")
  }
}

private struct ReadRun: JSONDecodable {
  let text: String
  let language: String?
  let isRuby: Bool
  /// The number of the formula that it is in.
  let formula: Int?

  init(json: JSONValue) throws(JSONError) {
    formula = try json.decodeIfPresent("f")
    text = try json.decode("t")
    language = try json.decodeIfPresent("l")
    isRuby = try json.decodeIfPresent("y") ?? false
  }
}
