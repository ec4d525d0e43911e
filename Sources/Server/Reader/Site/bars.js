// The bars above and below the pages.

import { openArticles } from './articles.js';
import { icon, iconButton, make } from './dom.js';
import { moreMenu } from './more-menu.js';
import { SHELF } from './places.js';
import { openSettings } from './settings-panel.js';
import { strings } from './strings.js';

/** @param {import('./reader.js').Reader} reader */
export function topBar(reader) {
  const title = make('h1', { class: 'bar-title', dir: reader.publication.titleDirection }, reader.publication.title);
  const where = make('p', { class: 'bar-where' });
  const articles = iconButton('article', strings.articles, () => openArticles(reader), {
    hidden: !reader.publication.info.capabilities?.includes('text'),
  });
  reader.on('noarticles', () => { articles.hidden = true; });
  const toggle = iconButton('contents', strings.sidePanel, () => reader.panel.toggle(), {
    'aria-expanded': 'false', 'aria-controls': 'side-panel',
  });
  reader.panel.addEventListener('change', () => toggle.setAttribute('aria-expanded', String(reader.panel.isOpen)));
  for (const name of ['turn', 'layout']) reader.on(name, () => { where.textContent = reader.pagesName; });
  return make('header', { class: 'bar top-bar' },
    make('div', { class: 'bar-start' },
      make('a', { class: 'icon-button', href: SHELF, 'aria-label': strings.back, title: strings.back }, icon('back')),
      toggle),
    make('div', { class: 'bar-middle' }, title, where),
    make('div', { class: 'bar-end' },
      iconButton('search', strings.search, () => reader.panel.show('search'), { class: 'wide-only' }),
      articles,
      iconButton('listen', strings.listen, () => reader.listening.toggle(), { id: 'listen' }),
      iconButton('type', strings.appearance, () => openSettings(reader), { id: 'settings' }),
      moreMenu(reader)));
}

/** @param {import('./reader.js').Reader} reader */
export function bottomBar(reader) {
  const left = iconButton('back', strings.turnLeft, () => reader.turnSide(-1), { id: 'left' });
  const right = iconButton('forward', strings.turnRight, () => reader.turnSide(1), { id: 'right' });
  const slider = make('input', {
    type: 'range', min: 0, step: 1, class: 'scrubber', 'aria-label': strings.goToPage,
    oninput: () => preview(Number(slider.value)),
    onchange: () => { hide(); reader.goTo(Number(slider.value)); },
    onblur: () => hide(),
  });
  const count = make('button', {
    type: 'button', class: 'page-count', id: 'page-count', title: strings.goToPage, onclick: () => askPage(reader),
  });
  const way = make('button', { type: 'button', class: 'chip', id: 'way-back', hidden: true, onclick: () => reader.goBack() });
  const zoom = make('output', { class: 'zoom-share' });
  const bubble = make('div', { class: 'bubble', hidden: true, 'aria-hidden': 'true' });

  function preview(page) {
    const { publication } = reader;
    const [width, height] = publication.shownSize(page);
    const image = make('img', { src: publication.thumbnailURL(page, 240, reader.isDark), alt: '' });
    image.style.aspectRatio = `${width} / ${height}`;
    bubble.replaceChildren(image, make('span', {}, publication.name(page)));
    const share = publication.count > 1 ? page / (publication.count - 1) : 0;
    bubble.style.left = `${100 * (publication.isRightToLeft ? 1 - share : share)}%`;
    bubble.hidden = false;
    slider.setAttribute('aria-valuetext', publication.name(page));
  }

  function hide() { bubble.hidden = true; }

  function update() {
    const { publication, page } = reader;
    slider.max = publication.count - 1;
    slider.value = page;
    slider.dir = publication.isRightToLeft ? 'rtl' : 'ltr';
    slider.disabled = publication.isExcerpt;
    slider.setAttribute('aria-valuetext', publication.name(page));
    slider.style.setProperty('--share', publication.count > 1 ? page / (publication.count - 1) : 0);
    count.textContent = publication.isExcerpt ? '…' : `${page + 1} / ${publication.count}`;
    count.setAttribute('aria-label', publication.isExcerpt ? reader.pagesName
      : strings.pageOf(reader.pagesName, page + 1, publication.count));
    for (const [button, side] of [[left, -1], [right, 1]]) {
      const step = reader.stage.side(side);
      button.disabled = reader.stage.neighbor(page, step) === null && !publication.goesOn(step);
    }
    way.hidden = reader.returnTo === null;
    if (!way.hidden) {
      way.replaceChildren(icon('back'), publication.isExcerpt ? strings.backToPlace
        : strings.backTo(publication.name(reader.returnTo)));
    }
  }

  function updateZoom() {
    const isEnlarged = reader.stage.zoom > 1.01;
    zoom.textContent = isEnlarged ? strings.percent((reader.stage.current.scale * 72) / 96) : '';
    smaller.disabled = !isEnlarged;
  }

  const smaller = iconButton('minus', strings.zoomOut, () => reader.stage.zoomTo(Math.max(1, reader.stage.zoom / 1.4)), { id: 'smaller' });
  const larger = iconButton('plus', strings.zoomIn, () => reader.stage.zoomTo(reader.stage.zoom * 1.4), { id: 'larger' });
  for (const name of ['turn', 'layout']) reader.on(name, update);
  for (const name of ['zoom', 'shown']) reader.on(name, updateZoom);
  return make('footer', { class: 'bar bottom-bar' }, way,
    left, make('div', { class: 'scrub' }, bubble, slider), count, right,
    make('div', { class: 'zoomer' }, smaller, zoom, larger));
}

/** Takes the page's number, a label as printed, in the place of the count. */
export async function askPage(reader) {
  if (!await reader.whole()) return;
  const count = document.getElementById('page-count');
  if (!count || reader.element.querySelector('.page-input')) return;
  const { publication } = reader;
  const input = make('input', {
    class: 'page-input', inputMode: 'text', autocomplete: 'off', 'aria-label': strings.goToPage,
    value: publication.label(reader.page), size: 5,
    onblur: () => leave(),
    onkeydown: (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') leave(true);
      if (event.key !== 'Enter') return;
      const text = input.value.trim().toLowerCase();
      const labeled = publication.pages.find((page) => page.label.toLowerCase() === text);
      const page = labeled ? labeled.index : parseInt(text, 10) - 1;
      leave(true);
      if (page >= 0 && page < publication.count) reader.goTo(page, { jump: true });
    },
  });
  let isGone = false;
  function leave(takesFocus) {
    if (isGone) return;
    isGone = true;
    input.remove();
    count.hidden = false;
    if (takesFocus) count.focus();
  }
  count.hidden = true;
  count.after(input);
  input.focus();
  input.select();
}
