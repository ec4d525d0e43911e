// Puts soft hyphens into the texts that `collect-words.js` kept. `parts` are the words with hyphens, by language and word.

import {longWords} from "./long-words.js";

export default ({parts}) => {
  for (const [node, language] of globalThis.texts) {
    const known = parts[language];
    if (known) node.data = node.data.replace(longWords, word =>
      Object.hasOwn(known, word) ? known[word] : word);
  }
  return true;
};
