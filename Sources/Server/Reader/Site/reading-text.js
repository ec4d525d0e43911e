// Text as people write it, from lines as they were set.

const HYPHEN = /[-\u00AC\u00AD\u058A\u05BE\u1400\u1806\u2010\u2011\u2212\u2E17\uFE63\uFF0D]/u;
const UNSPACED = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u2E80-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF01-\uFF0F\uFF1A-\uFF20\u{20000}-\u{3FFFF}]/u;
const LETTER = /^\p{L}\p{M}*$/u;
const CAPITAL = /^\p{Lu}/u;

/**
 * A text as the next line goes on behind it, by the rule of `LineJoin` in the page model: with a
 * space, without one, or without a hyphen that only holds the halves of a word together.
 * @param {string} text @param {string} next
 * @param {boolean} isJoined true if the last word is stated to go on in the next line
 */
export function continued(text, next, isJoined) {
  if (!text) return '';
  if (isJoined) return text.endsWith('\u00AD') ? text.slice(0, -1) : text;
  const apart = `${text} `;
  const end = text.slice(-64).split(' ').pop();
  const letters = end.match(/\P{M}\p{M}*/gu) || [];
  const hyphen = letters.pop() || '';
  const [after = ''] = next.match(/\P{M}\p{M}*/u) || [];
  const before = letters.at(-1) || '';
  if (!HYPHEN.test(hyphen) || !/^[\p{L}\p{N}]/u.test(before)) {
    return UNSPACED.test(hyphen) && UNSPACED.test(after) ? text : apart;
  }
  if (!/^[\p{L}\p{N}]/u.test(after)) return apart;
  const isSoft = /[\u00AC\u00AD]/.test(hyphen);
  const isHalf = letters.length > 1 && letters.slice(-2).every((letter) => LETTER.test(letter))
    && LETTER.test(after) && CAPITAL.test(before) === CAPITAL.test(after) && hyphen !== '\u05BE'
    && !letters.some((letter) => HYPHEN.test(letter) && !/[\u00AC\u00AD]/.test(letter));
  return isSoft || isHalf ? text.slice(0, -hyphen.length) : text;
}

/** Without the hyphens that say only where a word may be parted. */
export const withoutSoftHyphens = (text) => text.replaceAll('\u00AD', '');

/**
 * The selected text in layers of text: lines of a paragraph are joined, paragraphs are apart.
 * @param {Selection} selection
 * @returns {string} empty where nothing of a page is selected
 */
function selectedText(selection) {
  const paragraphs = [];
  for (let at = 0; at < selection.rangeCount; at += 1) {
    const range = selection.getRangeAt(at);
    for (const block of document.querySelectorAll('.text .block')) {
      if (!range.intersectsNode(block)) continue;
      let paragraph = '';
      // True where a word goes on in the next line: it has no space after it.
      let isJoined = false;
      for (const line of block.querySelectorAll('.line')) {
        if (!range.intersectsNode(line)) continue;
        const text = [...line.querySelectorAll('.word')].map((word) => partOf(word, range)).join('');
        const trimmed = text.trim();
        if (!trimmed) continue;
        paragraph = continued(paragraph, trimmed, isJoined) + trimmed;
        isJoined = !/\s$/.test(text);
      }
      if (paragraph) paragraphs.push(withoutSoftHyphens(paragraph));
    }
  }
  return paragraphs.join('\n\n');
}

function partOf(word, range) {
  const node = word.firstChild;
  if (!node || !range.intersectsNode(node)) return '';
  const start = range.startContainer === node ? range.startOffset : 0;
  const end = range.endContainer === node ? range.endOffset : node.length;
  return node.data.slice(start, end);
}

/** Turns text copied from pages into ordinary text. */
export function installCopying() {
  document.addEventListener('copy', (event) => {
    const text = selectedText(document.getSelection());
    if (!text) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  });
}
