// The bar above the pages, the strip beside them, and the contents.
'use strict';

function showBar() {
  const shown = page(state.page);
  for (const input of $('views').elements) input.checked = input.value === state.view;
  if (document.activeElement !== $('number')) $('number').value = shown ? shown.label : '';
  $('count').textContent = `${edition().indices.indexOf(state.page) + 1} of ${edition().indices.length}`;
  const [first, last] = [edition().indices[0], edition().indices.at(-1)];
  const around = state.view === 'spreads' ? spreadOf(state.page) : [state.page];
  $(isRightToLeft() ? 'right' : 'left').disabled = around.includes(first);
  $(isRightToLeft() ? 'left' : 'right').disabled = around.includes(last);
  $('device').value = state.device;
  $('turned').checked = state.turned;
  $('turned').disabled = !state.device;
  $('zoom').value = state.zoom;
  $('zoom').disabled = state.view === 'contact';
  $('device-facts').textContent = facts(shown);
}

function facts(page) {
  if (!page || !page.size) return '';
  const [width, height] = shownSize(page);
  const millimeters = (points) => Math.round(points * 25.4 / 72);
  const own = `Page ${round(width)} × ${round(height)} pt, `
    + `${millimeters(width)} × ${millimeters(height)} mm`;
  const held = screen();
  if (!held) return own;
  const density = screenScale(held, [page]) * held.scale;
  return `${own}. Screen ${round(held.width)} × ${round(held.height)} at ${held.scale}×, `
    + `${Math.round(held.width * held.scale)} × ${Math.round(held.height * held.scale)} px: `
    + `${Math.round(density * 72)} px an inch of the page`;
}

const round = (number) => Math.round(number * 10) / 10;

function pageButton(page) {
  const picture = page.thumbnail
    ? make('img', { src: page.thumbnail.path, alt: '', loading: 'lazy', width: page.thumbnail.size[0], height: page.thumbnail.size[1] })
    : make('span', { className: 'missing' }, page.failure || 'no picture');
  if (page.thumbnail) {
    picture.style.width = 'auto';
    picture.style.height = 'auto';
  }
  const button = make('button', {
    type: 'button', 'aria-label': `Page ${page.label}`, 'data-page': page.index,
    onclick: () => goTo(page.index, state.view === 'contact' ? 'page' : undefined),
  }, picture, page.label);
  return button;
}

let stripOf = null;

function showStrip() {
  if (stripOf !== edition()) {
    stripOf = edition();
    $('strip').replaceChildren(...stripOf.pages.map(pageButton));
  }
  markCurrent($('strip'));
  const current = $('strip').querySelector('[aria-current]');
  if (current) current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function markCurrent(parent) {
  const current = state.view === 'spreads' ? spreadOf(state.page) : [state.page];
  for (const button of parent.querySelectorAll('[data-page]')) {
    if (current.includes(Number(button.dataset.page))) button.setAttribute('aria-current', 'page');
    else button.removeAttribute('aria-current');
  }
}

function showOutline() {
  const list = (items) => make('ol', {}, ...items.map((item) => make('li', {},
    make('button', {
      type: 'button', disabled: item.page === undefined, onclick: () => goTo(item.page, large()),
    }, item.title || 'Untitled'),
    ...(item.children.length ? [list(item.children)] : []))));
  const items = edition().outline;
  $('outline').replaceChildren(items.length ? list(items)
    : make('p', {}, 'The publication has no table of contents.'));
}
