// Keys. Those of a field, a dialog or a player are their own.

import { openArticles } from './articles.js';
import { askPage } from './bars.js';
import { openHelp } from './help.js';
import { openPrint } from './print.js';
import { openSettings } from './settings-panel.js';

const ZOOM = 1.25;

const isField = (element) => element.closest('input:not([type=range], [type=radio], [type=checkbox]), textarea, select, dialog, audio, video');

/** Connects the keys for all actions. @param {import('./reader.js').Reader} reader */
export function installKeyboard(reader) {
  const { stage, settings, panel } = reader;
  const keys = {
    ArrowRight: () => sideways(1), ArrowLeft: () => sideways(-1),
    ArrowDown: () => scroll(1), ArrowUp: () => scroll(-1),
    PageDown: () => reader.turn(1), PageUp: () => reader.turn(-1),
    ' ': (event) => reader.advance(event.shiftKey ? -1 : 1),
    Home: () => reader.goToEnd(false), End: () => reader.goToEnd(true),
    Backspace: () => reader.goBack(), g: () => { reader.setBare(false); askPage(reader); },
    '+': () => stage.zoomTo(stage.zoom * ZOOM), '=': () => stage.zoomTo(stage.zoom * ZOOM),
    '-': () => stage.zoomTo(Math.max(1, stage.zoom / ZOOM)),
    0: () => { settings.set('fit', 'page'); stage.zoomTo(1); },
    w: () => settings.set('fit', settings.get('fit') === 'width' ? 'page' : 'width'),
    v: () => settings.set('view', reader.showsSpreads ? 'page' : 'spread'),
    d: () => settings.set('theme', settings.isDark ? 'light' : 'dark'),
    f: () => reader.setBare(!reader.isBare),
    o: () => panel.show('contents'), t: () => panel.show('thumbnails'), '/': () => panel.show('search'),
    n: () => reader.search.step(1), N: () => reader.search.step(-1), F3: (event) => reader.search.step(event.shiftKey ? -1 : 1),
    l: () => reader.listening.toggle(), a: () => openArticles(reader), s: () => openSettings(reader),
    p: () => openPrint(reader), '?': () => openHelp(), Escape: () => leave(),
  };

  function sideways(side) {
    const field = stage.current?.element;
    if (!stage.current?.overflows[0]) return reader.turnSide(side);
    const before = field.scrollLeft;
    field.scrollBy({ left: side * 80, behavior: 'instant' });
    return field.scrollLeft === before && reader.turnSide(side);
  }

  function scroll(sense) {
    stage.current?.element.scrollBy({ top: sense * 80, behavior: 'instant' });
  }

  /** Closes the layers over the pages, one after the other. */
  function leave() {
    if (reader.isBare) reader.setBare(false);
    else if (panel.isOpen) panel.close();
    else if (reader.listening.isOn) reader.listening.stop();
    else stage.zoomTo(1);
  }

  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key === 'f') {
      event.preventDefault();
      panel.show('search');
      return;
    }
    if (command && event.key === 'p') {
      event.preventDefault();
      openPrint(reader);
      return;
    }
    const target = event.target instanceof Element ? event.target : document.body;
    if (command || isField(target)) return;
    // The space bar presses the button that has the focus.
    if (event.key === ' ' && target.closest('button, a, input')) return;
    if (event.key.startsWith('Arrow') && target.closest('[type=radio]')) return;
    if (event.key === 'Backspace' && reader.returnTo === null) return;
    const act = keys[event.key] || (event.shiftKey && event.key !== 'N' ? undefined : keys[event.key.toLowerCase?.()]);
    if (!act) return;
    event.preventDefault();
    act(event);
  }, { signal: reader.controller.signal });
}
