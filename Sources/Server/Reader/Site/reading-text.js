// Text as people write it, from lines as they were set.

const LINE_HYPHEN = /\p{L}[\u2010-]$/u;

/**
 * Whether a word was parted between the end of a line and what the next one begins with.
 * @param {string} text @param {string} next
 */
export const isParted = (text, next) => text.endsWith('\u00AD')
  || (LINE_HYPHEN.test(text) && /^\p{Ll}/u.test(next));

/** Adds a line to a text: with a space, or without where a word was parted. */
function joinLines(text, line) {
  if (!text) return line;
  return isParted(text, line) ? text.slice(0, -1) + line : `${text} ${line}`;
}

/** Without the hyphens that say only where a word may be parted. */
export const withoutSoftHyphens = (text) => text.replaceAll('\u00AD', '');

/**
 * What is selected in layers of text: lines of a paragraph are joined, paragraphs are apart.
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
      for (const line of block.querySelectorAll('.line')) {
        if (!range.intersectsNode(line)) continue;
        const text = [...line.querySelectorAll('.word')].map((word) => partOf(word, range))
          .join('').trim();
        if (text) paragraph = joinLines(paragraph, text);
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

/** Lets what is copied from pages be text as people write it. */
export function installCopying() {
  document.addEventListener('copy', (event) => {
    const text = selectedText(document.getSelection());
    if (!text) return;
    event.clipboardData.setData('text/plain', text);
    event.preventDefault();
  });
}
