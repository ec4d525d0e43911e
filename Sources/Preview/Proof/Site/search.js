// The search over the words of all pages.
'use strict';

const plain = (text) => text.normalize('NFKD').replace(/[\p{M}\u00ad]/gu, '').toLowerCase();

/** A page's words as one text, with where each begins in it. */
function searchable(page) {
  if (page.searchable) return page.searchable;
  const words = page.blocks.flatMap((block) => block.words);
  let text = '';
  const starts = [];
  for (const block of page.blocks) {
    for (const word of block.words) {
      starts.push(text.length);
      text += plain(word[0]) + (word[5] && word !== block.words.at(-1) ? '' : ' ');
    }
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
  if (isAsked && !count) $('hit-list').append(make('li', {}, make('p', {}, 'No matches on these pages.')));
}
