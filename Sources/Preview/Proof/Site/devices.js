// The screens that pages are shown on.
'use strict';

const POINT = 96 / 72; // CSS pixels

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

async function useEdition() {
  const before = edition();
  const key = editionKey();
  if (!editions.has(key)) {
    try {
      await inOrder(() => load(`data/${key}.js`));
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

/** Screen points for a point of these pages. */
function screenScale(held, pages) {
  const [width, height] = extent(pages);
  return Math.min(held.area[2] / width, held.area[3] / height);
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
