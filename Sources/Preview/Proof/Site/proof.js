// The proof's page. Its data come from scripts that call takeProof and takeEdition, since a browser
// reads no other files beside one that was opened from a folder. Text of a publication becomes text
// of the page and nothing else.
'use strict';

const POINT = 96 / 72; // CSS pixels
const SAFE_MARGIN = 8.504; // 3 mm in points: what a trim may be off by
const THUMBNAIL = 190; // CSS pixels of a thumbnail's longer side on the contact sheet
const ZOOMS = ['0.5', 'fit', '1', '2'];

let proof = null;
let editions = new Map();

const state = {
  view: 'contact', page: 0, device: '', turned: false, zoom: 'fit',
  overlays: new Set(['findings']), hits: [], hit: -1, finding: -1,
};

function takeProof(data) { proof = data; }

function takeEdition(data) { editions.set(data.key, withPages(data)); }

/* Small tools */

const $ = (id) => document.getElementById(id);

function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name.includes('-') || name === 'role') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children);
  return element;
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function load(path) {
  return new Promise((resolve, reject) => {
    const script = make('script', {
      src: path, onload: () => { script.remove(); resolve(); },
      onerror: () => { script.remove(); reject(new Error(`${path} is missing`)); },
    });
    document.head.append(script);
  });
}

function withPages(edition) {
  edition.byIndex = new Map(edition.pages.map((page) => [page.index, page]));
  edition.indices = edition.pages.map((page) => page.index);
  return edition;
}

/* What is shown */

const device = () => proof.devices.find((device) => device.name === state.device);

/** The screen as it is held: `{name, width, height, area: [x, y, w, h], scale, gray, spread}`. */
function screen() {
  const held = device();
  if (!held) return null;
  let [width, height] = held.size;
  let { top, left, bottom, right } = held.safeArea;
  let spread = held.spread;
  if (state.turned) {
    [width, height] = [height, width];
    [top, left, bottom, right] = [left, bottom, right, top];
    spread = width > height && proof.devices.some((other) => other.spread
      && other.size[0] === width && other.size[1] === height);
  }
  return {
    name: held.name, width, height, scale: held.scale, gray: held.gray, spread,
    area: [left, top, width - left - right, height - top - bottom],
  };
}

/** Turned, a device shows the pages of one that is held like that, where there is one. */
function editionKey() {
  const held = device();
  if (!held) return 'own';
  if (!state.turned) return held.edition;
  const other = proof.devices.find((other) => other.size[0] === held.size[1]
    && other.size[1] === held.size[0]);
  return other ? other.edition : held.edition;
}

const edition = () => editions.get(editionKey()) || editions.get('own');
const page = (index) => edition().byIndex.get(index);
const isRightToLeft = () => proof.direction === 'rtl';

function shownSize(page) {
  const fallback = edition().pages.find((other) => other.size);
  const [width, height] = page.size || (fallback ? fallback.size : [420, 595]);
  return page.rotation % 180 ? [height, width] : [width, height];
}

function spreadOf(index) {
  return edition().spreads.find((spread) => spread.includes(index)) || [index, null];
}

async function useEdition() {
  const before = edition();
  const key = editionKey();
  if (!editions.has(key)) {
    try {
      await load(`data/${key}.js`);
    } catch (error) {
      showFailure(`The pages for this device cannot be shown: ${error.message}`);
    }
  }
  const now = edition();
  if (before !== now && before.pageCount > 1) {
    const share = state.page / (before.pageCount - 1);
    state.page = nearest(Math.round(share * (now.pageCount - 1)));
  }
}

/** The index of a page that is there. */
function nearest(index) {
  const indices = edition().indices;
  if (!indices.length) return 0;
  return indices.reduce((best, other) =>
    Math.abs(other - index) < Math.abs(best - index) ? other : best);
}

/* Going about */

function goTo(index, view) {
  state.page = nearest(index);
  if (view) state.view = view;
  show();
}

/** Forth or back by a page or a spread. */
function turn(step) {
  const indices = edition().indices;
  if (state.view !== 'spreads') {
    const place = indices.indexOf(state.page) + step;
    if (indices[place] !== undefined) goTo(indices[place]);
    return;
  }
  const spreads = edition().spreads;
  const place = spreads.findIndex((spread) => spread.includes(state.page)) + step;
  if (spreads[place]) goTo(Math.min(...spreads[place].filter((side) => side !== null)));
}

/* The bar, the strip and the tools */

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

/** The view for somebody who wants to see a page: not the contact sheet. */
const large = () => (state.view === 'contact' ? 'page' : state.view);

function showFindings() {
  const findings = proof.findings;
  const counts = ['error', 'warning', 'note'].map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count ? `${count} ${severity}${count === 1 ? '' : 's'}` : '';
  }).filter(Boolean);
  $('finding-count').textContent = counts.length ? `(${counts.join(', ')})` : '';
  $('findings').replaceChildren(...findings.map((finding, number) => {
    const place = finding.page === undefined ? 'the publication'
      : `page ${labelOf(finding.page)}`;
    const button = make('button', {
      type: 'button', 'data-finding': number, onclick: () => goToFinding(number),
    }, make('span', { className: `severity ${finding.severity}` }, finding.severity),
    ` on ${place}: ${finding.message}`, make('small', {}, finding.advice));
    return make('li', {}, button);
  }));
  if (!findings.length) {
    $('findings').append(make('li', {}, make('p', {}, 'Preflight found nothing.')));
  }
}

function labelOf(index) {
  const page = editions.get('own').byIndex.get(index);
  return page ? page.label : String(index + 1);
}

/** Findings are of the publication's own pages. */
async function goToFinding(number) {
  const finding = proof.findings[number];
  state.finding = number;
  state.overlays.add('findings');
  if (editionKey() !== 'own') {
    state.device = '';
    await useEdition();
  }
  if (finding.page === undefined) show();
  else goTo(finding.page, large());
  const box = $('stage').querySelector('.finding.current');
  if (box) box.scrollIntoView({ block: 'center', inline: 'center' });
}

function markFinding() {
  for (const button of $('findings').querySelectorAll('button')) {
    if (Number(button.dataset.finding) === state.finding) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
}

/* The stage */

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

/** Screen points for a point of these pages. */
function screenScale(held, pages) {
  const [width, height] = extent(pages);
  return Math.min(held.area[2] / width, held.area[3] / height);
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

function deviceFigure(held, sides, present) {
  const [roomWidth, roomHeight] = room();
  // The frame around the screen is eleven pixels wide.
  const scale = state.zoom === 'fit'
    ? Math.min((roomWidth - 24) / held.width, (roomHeight - 24) / held.height)
    : Number(state.zoom);
  const figure = make('div', {
    className: `device${held.gray ? ' gray' : ''}`, role: 'group', 'aria-label': `On ${held.name}`,
  });
  const place = (element, x, y, width, height) => {
    Object.assign(element.style, {
      left: `${x * scale}px`, top: `${y * scale}px`, width: `${width * scale}px`,
      height: `${height * scale}px`,
    });
    figure.append(element);
  };
  figure.style.width = `${held.width * scale}px`;
  figure.style.height = `${held.height * scale}px`;
  const glass = make('div', { className: 'screen' });
  glass.append(facingPages(sides, present, screenScale(held, present) * scale));
  place(glass, ...held.area);
  if (state.overlays.has('safe')) {
    const [x, y, width, height] = held.area;
    const [right, bottom] = [x + width, y + height];
    for (const box of [
      [0, 0, held.width, y], [0, bottom, held.width, held.height - bottom],
      [0, y, x, height], [right, y, held.width - right, height],
    ]) if (box[2] > 0 && box[3] > 0) place(make('div', { className: 'covered' }), ...box);
  }
  return figure;
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

/* Overlays, in the page's own points */

function overlay(page, width, height, scale) {
  const [w, h] = page.size;
  const turns = {
    0: '', 90: `matrix(0 1 -1 0 ${h} 0)`, 180: `matrix(-1 0 0 -1 ${w} ${h})`,
    270: `matrix(0 -1 1 0 0 ${w})`,
  };
  const layer = draw('g', { transform: turns[page.rotation] || '' });
  const wants = (name) => state.overlays.has(name);
  const { trim, bleed, crop } = page.boxes;
  if (wants('bleed')) layer.append(box(bleed, 'bleed', 'Bleed'));
  if (wants('crop')) layer.append(box(crop, 'crop', 'Crop'));
  if (wants('trim')) layer.append(box(trim, 'trim', 'Trim'));
  if (wants('safe') && !state.device) {
    const margin = Math.min(SAFE_MARGIN, trim[2] / 2, trim[3] / 2);
    layer.append(box([trim[0] + margin, trim[1] + margin, trim[2] - 2 * margin,
      trim[3] - 2 * margin], 'safe', 'Safe area: 3 mm within the trim'));
  }
  if (wants('text')) layer.append(...textBoxes(page));
  if (wants('media')) layer.append(...page.media.map((item) => mediaBox(item, scale)));
  if (wants('links')) layer.append(...page.links.flatMap(linkBoxes));
  if (wants('order')) layer.append(...readingOrder(page, scale));
  if (wants('findings') && editionKey() === 'own') layer.append(...findingBoxes(page));
  layer.append(...hitBoxes(page));
  return draw('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none' }, layer);
}

function box([x, y, width, height], classes, title) {
  const shape = draw('rect', { x, y, width, height, class: `shape ${classes}` });
  if (title) shape.append(draw('title', {}, title));
  return shape;
}

function textBoxes(page) {
  return page.blocks.flatMap((block) => [
    box(block.box, 'text block', block.role),
    ...block.words.map(([, x, y, width, height]) => box([x, y, width, height], 'text word')),
  ]);
}

/** Numbers where each block begins, and the way from one to the next. */
function readingOrder(page, scale) {
  const radius = 9 / scale;
  const blocks = page.blocks.filter((block) => block.words.length);
  const places = blocks.map(({ words: [[, x, y, , height]] }) => [x - radius, y + height / 2]);
  const path = draw('polyline', {
    points: places.map((place) => place.join(',')).join(' '), class: 'shape order path',
  });
  return [path, ...places.flatMap(([x, y], number) => [
    draw('circle', { cx: x, cy: y, r: radius, class: 'badge' },
      draw('title', {}, `${number + 1}: ${blocks[number].role}`)),
    draw('text', { x, y, class: 'badge-text', 'font-size': radius * 1.15 }, String(number + 1)),
  ])];
}

function linkBoxes(link) {
  const title = linkTitle(link.target);
  return link.quads.map((quad) => {
    const points = [0, 2, 4, 6].map((place) => `${quad[place]},${quad[place + 1]}`).join(' ');
    const shape = draw('polygon', { points, class: 'shape links' }, draw('title', {}, title));
    if (link.target.page !== undefined) {
      const anchor = draw('a', { href: '#stage', 'aria-label': title }, shape);
      anchor.addEventListener('click', (event) => {
        event.preventDefault();
        goTo(link.target.page);
      });
      return anchor;
    }
    // Nothing but pages of the web is led to: a source may say anything here.
    if (/^https?:\/\//i.test(link.target.url || '')) {
      return draw('a', {
        href: link.target.url, target: '_blank', rel: 'noopener noreferrer', 'aria-label': title,
      }, shape);
    }
    return shape;
  });
}

function linkTitle(target) {
  if (target.page !== undefined) {
    const aim = page(target.page);
    return `To page ${aim ? aim.label : target.page + 1}`;
  }
  if (target.broken !== undefined) return `Leads nowhere: ${target.broken}`;
  return target.url || target.file || target.action || 'Leads nowhere';
}

function mediaBox(item, scale) {
  const [x, y] = item.box;
  const size = 12 / scale;
  const name = `▶ ${item.kind}`;
  return draw('g', {}, box(item.box, 'media', [item.kind, item.type, item.name].filter(Boolean).join(', ')),
    draw('rect', { x, y, width: size * (name.length * 0.62 + 0.8), height: size * 1.7, class: 'label-ground' }),
    draw('text', { x: x + size * 0.5, y: y + size * 1.2, 'font-size': size, class: 'label' }, name));
}

function findingBoxes(page) {
  return proof.findings.flatMap((finding, number) => {
    if (finding.page !== page.index) return [];
    const current = number === state.finding;
    if (!finding.box && !current) return [];
    return [box(finding.box || page.boxes.crop,
      `finding ${finding.severity}${current ? ' current' : ''}`, finding.message)];
  });
}

/* Search */

const plain = (text) => text.normalize('NFKD').replace(/[\p{M}\u00ad]/gu, '').toLowerCase();

/** A page's words as one text, with where each begins in it. */
function searchable(page) {
  if (page.searchable) return page.searchable;
  const words = page.blocks.flatMap((block) => block.words);
  let text = '';
  const starts = [];
  for (const word of words) {
    starts.push(text.length);
    text += plain(word[0]) + (word[5] ? '' : ' ');
  }
  page.searchable = { words, text, starts };
  return page.searchable;
}

function search(query) {
  const wanted = plain(query).replace(/\s+/g, ' ').trim();
  state.hits = [];
  state.hit = -1;
  if (!wanted) return;
  for (const page of edition().pages) {
    const { words, text, starts } = searchable(page);
    let from = text.indexOf(wanted);
    while (from >= 0 && state.hits.length < 5000) {
      const end = from + wanted.length;
      const first = starts.findLastIndex((start) => start <= from);
      let last = first;
      while (last + 1 < starts.length && starts[last + 1] < end) last += 1;
      state.hits.push({ page: page.index, words: words.slice(first, last + 1), first, last });
      from = text.indexOf(wanted, end);
    }
  }
}

function hitBoxes(page) {
  return state.hits.flatMap((hit, number) => (hit.page !== page.index ? []
    : hit.words.map(([, x, y, width, height]) => draw('rect', {
      x: x - 1, y: y - 1, width: width + 2, height: height + 2,
      class: `hit${number === state.hit ? ' current' : ''}`,
    }))));
}

function goToHit(step) {
  const count = state.hits.length;
  if (!count) return;
  if (state.hit < 0 && step > 0) {
    state.hit = Math.max(0, state.hits.findIndex((hit) => hit.page >= state.page));
  } else {
    state.hit = (state.hit + step + count) % count;
  }
  goTo(state.hits[state.hit].page, large());
}

function showHits() {
  const count = state.hits.length;
  const isAsked = plain($('query').value).trim() !== '';
  $('hit-box').hidden = !isAsked;
  $('hits').textContent = !isAsked ? '' : state.hit < 0 ? String(count) : `${state.hit + 1}/${count}`;
  $('hit-list').replaceChildren(...state.hits.slice(0, 500).map((hit, number) => {
    const { words } = searchable(page(hit.page));
    const around = (from, to) => words.slice(Math.max(0, from), to).map((word) => word[0]).join(' ');
    return make('li', {}, make('button', {
      type: 'button', 'aria-current': number === state.hit ? 'true' : 'false',
      onclick: () => { state.hit = number; goTo(hit.page, large()); },
    }, make('small', {}, `Page ${page(hit.page).label}`),
    `${around(hit.first - 4, hit.first)} `, make('mark', {}, around(hit.first, hit.last + 1)),
    ` ${around(hit.last + 1, hit.last + 5)}`));
  }));
  if (isAsked && !count) $('hit-list').append(make('li', {}, make('p', {}, 'Not on these pages.')));
}

/* All of it */

function show() {
  showBar();
  showStrip();
  showHits();
  markFinding();
  showStage();
}

function showAnew() {
  stripOf = null;
  state.page = nearest(state.page);
  search($('query').value);
  showOutline();
  showFindings();
  show();
}

function showFailure(sentence) {
  $('failure').hidden = !sentence;
  $('failure').textContent = sentence || '';
}

function showProof() {
  document.title = `${proof.title} – Proof`;
  $('title').textContent = proof.title;
  const count = proof.pageCount;
  $('facts').textContent = [
    `${count} ${count === 1 ? 'page' : 'pages'}`, proof.format,
    isRightToLeft() ? 'right to left' : '', proof.source,
  ].filter(Boolean).join(' · ');
  $('device').replaceChildren(make('option', { value: '' }, 'The page itself'),
    ...proof.devices.map((device) => make('option', { value: device.name }, device.name)));
}

async function loadAll() {
  await load('data/proof.js');
  const keys = editions.size ? [...editions.keys()].filter((key) => proof.editions.includes(key)) : ['own'];
  editions = new Map();
  await Promise.all(keys.map((key) => load(`data/${key}.js`)));
  showProof();
  showAnew();
}

/* A proof that is served says what has changed */

let mustReload = false;

function listen() {
  const events = new EventSource('events');
  const on = (name, act) => events.addEventListener(name, (event) => act(JSON.parse(event.data)));
  events.onerror = () => showLive(false);
  on('hello', (hello) => {
    showLive(true);
    showFailure(hello.failure);
    // What was told before we listened is in the data once it is all done.
    mustReload = hello.refreshing;
    if (hello.generation !== proof.generation) loadAll();
  });
  on('page', ({ edition: key, page }) => changePage(key, page));
  on('edition', changeEdition);
  on('failure', ({ failure }) => showFailure(failure));
  on('findings', ({ generation, findings }) => {
    proof.generation = generation;
    proof.findings = findings;
    state.finding = -1;
    showAnew();
  });
  on('proof', ({ generation, editions: keys }) => {
    showFailure('');
    if (mustReload || String(keys) !== String(proof.editions)) {
      mustReload = false;
      loadAll();
      return;
    }
    proof.generation = generation;
    showAnew();
  });
}

function showLive(isConnected) {
  $('live').hidden = false;
  $('live').classList.toggle('lost', !isConnected);
  $('live').textContent = isConnected ? 'Live' : 'Not connected';
}

async function changePage(key, page) {
  const changed = editions.get(key);
  if (!changed) return;
  // The new picture is there before the old one goes.
  const pictures = [page.picture, page.thumbnail].filter(Boolean).map(({ path }) => {
    const image = new Image();
    image.src = path;
    return image.decode().catch(() => {});
  });
  await Promise.all(pictures);
  changed.byIndex.set(page.index, page);
  changed.pages = changed.pages.map((other) => (other.index === page.index ? page : other));
  if (changed !== edition()) return;
  search($('query').value);
  const button = $('strip').querySelector(`[data-page="${page.index}"]`);
  if (button) button.replaceWith(pageButton(page));
  const shown = $('stage').querySelector(`[data-page="${page.index}"]`);
  if (shown) {
    const fresh = state.view === 'contact' ? sheetButton(page)
      : pageFigure(page, shown.offsetWidth / shownSize(page)[0]);
    fresh.classList.add('changed');
    shown.replaceWith(fresh);
    markCurrent($('stage'));
  }
  markCurrent($('strip'));
}

/** Pages came or went. Those that came are told of one by one, before this. */
async function changeEdition(frame) {
  const known = editions.get(frame.key);
  if (!known) return;
  if (!frame.indices.every((index) => known.byIndex.has(index))) {
    mustReload = true;
    return;
  }
  editions.set(frame.key, withPages({ ...known, ...frame, failure: frame.failure, pages: frame.indices.map((index) => known.byIndex.get(index)) }));
  showAnew();
}

/* What people do */

function connect() {
  $('views').addEventListener('change', (event) => { state.view = event.target.value; show(); });
  $('left').addEventListener('click', () => turn(isRightToLeft() ? 1 : -1));
  $('right').addEventListener('click', () => turn(isRightToLeft() ? -1 : 1));
  $('number').addEventListener('change', () => {
    const wanted = $('number').value.trim().toLowerCase();
    const found = edition().pages.find((page) => page.label.toLowerCase() === wanted)
      || page(Number.parseInt(wanted, 10) - 1);
    $('number').blur();
    if (found) goTo(found.index, large());
    else showBar();
  });
  $('device').addEventListener('change', async () => {
    state.device = $('device').value;
    state.turned = false;
    await useEdition();
    const held = screen();
    if (held && state.view !== 'contact') state.view = held.spread ? 'spreads' : 'page';
    showAnew();
  });
  $('turned').addEventListener('change', async () => {
    state.turned = $('turned').checked;
    await useEdition();
    showAnew();
  });
  $('zoom').addEventListener('change', () => { state.zoom = $('zoom').value; show(); });
  $('overlays').addEventListener('change', ({ target }) => {
    if (target.checked) state.overlays.add(target.value);
    else state.overlays.delete(target.value);
    if (state.view === 'contact') state.view = 'page';
    show();
  });
  $('query').addEventListener('input', () => {
    search($('query').value);
    show();
  });
  $('search').addEventListener('submit', (event) => { event.preventDefault(); goToHit(1); });
  $('hit-before').addEventListener('click', () => goToHit(-1));
  $('panel-toggle').addEventListener('click', () => openPanel($('panel').hasAttribute('data-closed')));
  document.addEventListener('keydown', pressed);
  new ResizeObserver(() => { if (state.view !== 'contact' && state.zoom === 'fit') showStage(); })
    .observe($('stage'));
}

function openPanel(isOpen) {
  $('panel').toggleAttribute('data-closed', !isOpen);
  $('panel-toggle').setAttribute('aria-expanded', String(isOpen));
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches('input:not([type="checkbox"]), select, textarea')) {
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  const indices = edition().indices;
  const zoom = (step) => {
    state.zoom = ZOOMS[Math.min(Math.max(ZOOMS.indexOf(state.zoom) + step, 0), ZOOMS.length - 1)];
    show();
  };
  const keys = {
    ArrowLeft: () => turn(isRightToLeft() ? 1 : -1), ArrowRight: () => turn(isRightToLeft() ? -1 : 1),
    PageUp: () => turn(-1), PageDown: () => turn(1),
    Home: () => goTo(indices[0]), End: () => goTo(indices.at(-1)),
    c: () => { state.view = 'contact'; show(); }, p: () => { state.view = 'page'; show(); },
    s: () => { state.view = 'spreads'; show(); }, '/': () => $('query').focus(),
    '+': () => zoom(1), '-': () => zoom(-1), 0: () => { state.zoom = 'fit'; show(); },
    t: () => { if (state.device) $('turned').click(); },
  };
  const act = keys[event.key];
  if (!act || !proof) return;
  event.preventDefault();
  act();
}

async function begin() {
  if (window.innerWidth <= 1100) openPanel(false);
  try {
    await loadAll();
  } catch (error) {
    showFailure(`The proof is not whole: ${error.message}`);
    return;
  }
  state.view = proof.view;
  connect();
  show();
  if (proof.generation > 0) listen();
}

begin();
