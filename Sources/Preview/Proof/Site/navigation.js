// From page to page.
'use strict';

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

/** The view for a reader who asks for a page: not the contact sheet. */
const large = () => (state.view === 'contact' ? 'page' : state.view);
