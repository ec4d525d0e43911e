// The further files of an issue: a supplement to read, a sound, a film.

import { localPath } from './api.js';
import { head, icon, make, openDialog } from './dom.js';
import { readingHash } from './places.js';
import { strings } from './strings.js';

const isMedium = (type) => /^(audio|video)\//.test(type || '');

/** Plays a sound or a film over the pages. */
function play({ title, type, fileURL }) {
  const player = make(type.startsWith('video/') ? 'video' : 'audio', {
    controls: true, autoplay: true, playsInline: true, src: localPath(fileURL), class: 'part-player',
    'aria-label': title,
  });
  player.addEventListener('error', () => player.replaceWith(make('p', { role: 'note' }, strings.mediaMissing)));
  const dialog = openDialog({ label: title, class: 'sheet-dialog part-dialog', onclose: () => player.pause() },
    head(title, strings.close, () => dialog.close()), player);
}

/**
 * Entries of a menu that open them.
 * @param {import('./reader.js').Reader} reader @param {() => void} close puts the menu away
 */
export function partEntries(reader, close) {
  return (reader.publication.info.parts || []).map((part) => {
    const label = strings.partOf(part.title);
    if (!isMedium(part.type)) return make('a', { class: 'menu-entry', href: readingHash(part.id), onclick: close }, icon('page'), label);
    return make('button', { type: 'button', class: 'menu-entry', onclick: () => { close(); play(part); } }, icon('play'), label);
  });
}
