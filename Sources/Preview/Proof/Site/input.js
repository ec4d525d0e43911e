// Input: pointer, keys and menus.
'use strict';

const ZOOMS = ['0.5', 'fit', '1', '2'];

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
    showAll();
  });
  $('turned').addEventListener('change', async () => {
    state.turned = $('turned').checked;
    await useEdition();
    showAll();
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
