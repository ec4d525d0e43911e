import RectoHTMLBackend
import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Reads the text of a loaded document.
enum WrittenTextScript {
  /// UTF-16 code units of a document: a very long novel. What comes after them is read from the
  /// printed pages.
  private static let limit = 8_000_000

  /// The expression gives what `WrittenText` reads, as a text, which takes half the time of an object.
  static let reading = """
    JSON.stringify((() => {
      "use strict";
      \(TextScript.source)
      const blocks = [], range = document.createRange();
      let element = null, space = false, count = 0;
      const add = node => {
        if (!/\\S/.test(node.data)) { space = true; return; }
        const own = parent(node);
        if (!own || !isLaidOut(node, range)) return;
        const style = textStyle(own);
        if (style.isHidden) return;
        if (style.block !== element) {
          element = style.block;
          blocks.push({r: style.role, v: style.vertical, d: style.isRightToLeft, n: []});
        }
        const run = {t: (space ? " " : "") + node.data};
        if (style.lang) run.l = style.lang;
        if (style.isRuby) run.y = true;
        blocks[blocks.length - 1].n.push(run);
        space = false;
        count += node.data.length;
      };
      readTexts(add, () => { space = true; }, () => count > \(limit));
      return blocks;
    })())
    """
}

extension WrittenText: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    let read = try json.elements { block throws(JSONError) in try ReadBlock(json: block) }
    for block in read {
      add(Block(role: block.role, isVertical: block.isVertical, isRightToLeft: block.isRightToLeft))
      for run in block.runs { add(run.text, language: run.language, isRuby: run.isRuby) }
    }
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

  init(json: JSONValue) throws(JSONError) {
    text = try json.decode("t")
    language = try json.decodeIfPresent("l")
    isRuby = try json.decodeIfPresent("y") ?? false
  }
}
