// Sound and film, placed on the page where they were.

import { localPath } from './api.js';
import { make } from './dom.js';
import { strings } from './strings.js';
import { UNIT } from './text-layer.js';

const LEAST = 44; // CSS pixels of a side that a finger can hit

/** The address of a medium: its own on the web, or the server's for what the source holds. */
function source(publication, page, item, place) {
  const own = item.source || item.name || '';
  if (/^https?:\/\//i.test(own)) return own;
  return publication.mediaURL(page, place);
}

/** The media of a page that can be played, over its picture. */
export function mediaLayer(reader, view, items) {
  const layer = make('div', { class: 'media', role: 'group', 'aria-label': strings.mediaOf(view.name) });
  items.forEach((item, place) => {
    // Narration is heard by listening.
    if (item.cues?.length) return;
    const isFilm = item.kind === 'video';
    if (!isFilm && item.kind !== 'audio' && item.kind !== 'sound') return;
    const [x, y, w, h] = item.box;
    const name = (item.name || '').split('/').pop();
    const player = make(isFilm ? 'video' : 'audio', {
      controls: true, preload: 'none', src: source(view.publication, view.index, item, place),
      playsInline: isFilm ? true : undefined,
      'aria-label': strings.playMedia(isFilm ? strings.video : strings.audio, name),
    });
    if (isFilm && localPath(item.poster)) player.poster = localPath(item.poster);
    const frame = make('div', { class: `medium ${isFilm ? 'film' : 'sound'}` }, player);
    player.addEventListener('error', () => {
      frame.replaceChildren(make('p', { class: 'medium-missing', role: 'note' },
        `${player.getAttribute('aria-label')}. ${strings.mediaMissing}`));
    });
    // Controls have the screen's size, whatever the page's: the frame undoes the layer's scale.
    Object.assign(frame.style, {
      left: `${x * UNIT}px`, top: `${y * UNIT}px`,
      width: `max(calc(${w * UNIT}px / var(--unit)), ${LEAST}px)`,
      height: `max(calc(${h * UNIT}px / var(--unit)), ${LEAST}px)`,
    });
    // Only one plays at a time, and its keys do not reach the reader.
    player.addEventListener('play', () => {
      for (const other of document.querySelectorAll('audio, video')) if (other !== player) other.pause();
    });
    frame.addEventListener('keydown', (event) => event.stopPropagation());
    layer.append(frame);
  });
  return layer;
}
