// The pages at large: the contact sheet, a page or a spread.
'use strict';

const THUMBNAIL = 190; // CSS pixels of a thumbnail's longer side on the contact sheet

function room() {
  const style = getComputedStyle($('stage'));
  return [
    $('stage').clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight),
    $('stage').clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom),
  ];
}

/** The pages that lie side by side; null is an empty place. */
function onTable() {
  return state.view === 'spreads' ? spreadOf(state.page) : [state.page];
}

function extent(pages) {
  const sizes = pages.map(shownSize);
  return [sizes.reduce((sum, size) => sum + size[0], 0), Math.max(...sizes.map((size) => size[1]))];
}

function showStage() {
  const stage = $('stage');
  if (edition().failure) {
    stage.replaceChildren(make('p', { className: 'failure' }, edition().failure));
  } else if (!edition().pages.length) {
    stage.replaceChildren(make('p', {}, 'There are no pages.'));
  } else if (state.view === 'contact') {
    stage.replaceChildren(contactSheet());
    markCurrent(stage);
  } else {
    const sides = onTable().map((index) => (index === null ? null : page(index) || null));
    const present = sides.filter(Boolean);
    if (!present.length) return;
    // A place stays empty beside a page that has no neighbor, as wide as the page.
    const lying = state.view === 'spreads' ? sides.map((side) => side || present[0]) : present;
    const held = screen();
    stage.replaceChildren(held ? deviceFigure(held, sides, present) : table(sides, lying));
  }
}

/** All pages at one scale. */
function sheetButton(page) {
  const longest = Math.max(...edition().pages.map((page) => Math.max(...shownSize(page))));
  const button = pageButton(page);
  const [width, height] = shownSize(page);
  button.firstChild.style.width = `${width / longest * THUMBNAIL}px`;
  button.firstChild.style.height = `${height / longest * THUMBNAIL}px`;
  return button;
}

function contactSheet() {
  const sheet = make('div', { className: `sheet${(screen() || {}).gray ? ' gray' : ''}`, dir: isRightToLeft() ? 'rtl' : 'ltr' });
  for (const spread of edition().spreads) {
    const facing = make('div', { className: 'facing', dir: 'ltr' });
    for (const index of spread) {
      if (index !== null && page(index)) facing.append(sheetButton(page(index)));
    }
    sheet.append(facing);
  }
  return sheet;
}

function table(sides, lying) {
  const [width, height] = extent(lying);
  const [roomWidth, roomHeight] = room();
  const scale = state.zoom === 'fit' ? Math.min(roomWidth / width, roomHeight / height)
    : Number(state.zoom) * POINT;
  return facingPages(sides, lying, Math.max(scale, 0.02));
}

function facingPages(sides, lying, scale) {
  return make('div', { className: 'facing-pages' }, ...sides.map((side, place) => {
    if (side) return pageFigure(side, scale);
    if (lying.length < 2) return '';
    const empty = make('div', { className: 'absent', 'aria-hidden': 'true' });
    const [width, height] = shownSize(lying[place]);
    empty.style.width = `${width * scale}px`;
    empty.style.height = `${height * scale}px`;
    return empty;
  }));
}

function pageFigure(page, scale) {
  const [width, height] = shownSize(page);
  const figure = make('div', {
    className: 'page', role: 'group', 'aria-label': `Page ${page.label}`, 'data-page': page.index,
  });
  figure.style.width = `${width * scale}px`;
  figure.style.height = `${height * scale}px`;
  if (!page.picture) {
    figure.classList.add('failed');
    figure.append(make('p', {}, page.failure || 'The page has no picture.'));
    return figure;
  }
  figure.append(make('img', { src: page.picture.path, alt: `Page ${page.label}`, draggable: false }));
  figure.append(overlay(page, width, height, scale));
  if (page.failure) figure.append(make('p', { className: 'problem' }, page.failure));
  return figure;
}
