// The overlays on a page, in the page's own points.
'use strict';

const SAFE_MARGIN = 8.504; // 3 mm in points: the tolerance of a trim

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
