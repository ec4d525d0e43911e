// A served proof: changes are shown as the server reports them.
'use strict';

/** Data of an edition that changed when it was not loaded; those that load later may be old. */
const missed = new Set();
/** True between the start and the end of the server's changes. */
let isAhead = false;
/** True if the data have to be read again at the end of the changes. */
let mustReload = false;

/** The work that is done in sequence: events, and the loading of data that events change. */
let last = Promise.resolve();

/** Does it when all before is done. The promise fails as `act` does. */
function inOrder(act) {
  const done = last.then(act);
  last = done.catch(() => {});
  return done;
}

/** Shows an event when all before are shown. */
function follow(act) {
  inOrder(act).catch((error) => showFailure(`The proof is not up to date: ${error.message}`));
}

function listen() {
  const events = new EventSource('events');
  const on = (name, act) => events.addEventListener(name, (event) => {
    const data = JSON.parse(event.data);
    follow(() => act(data));
  });
  events.onerror = () => showLive(false);
  on('hello', greet);
  on('edition', changeEdition);
  on('failure', keepOld);
  on('findings', changeFindings);
  on('proof', finish);
  // If a page changes again while it waits, only its newest state is shown.
  const newest = new Map();
  events.addEventListener('page', (event) => {
    const change = JSON.parse(event.data);
    const place = `${change.edition}/${change.page.index}`;
    newest.set(place, change);
    follow(async () => {
      if (newest.get(place) !== change) return;
      newest.delete(place);
      await changePage(change.edition, change.page);
    });
  });
}

async function greet({ generation, refreshing, failure }) {
  showLive(true);
  showFailure(failure);
  // Events before this listener was attached are in the data once all is done.
  mustReload = refreshing;
  if (generation !== proof.generation || isAhead) await loadAll();
}

function showLive(isConnected) {
  $('live').hidden = false;
  $('live').classList.toggle('lost', !isConnected);
  $('live').textContent = isConnected ? 'Live' : 'Not connected';
}

async function changePage(key, page) {
  isAhead = true;
  // The new picture is there before the old one goes.
  const pictures = [page.picture, page.thumbnail].filter(Boolean).map(({ path }) => {
    const image = new Image();
    image.src = path;
    return image.decode().catch(() => {});
  });
  await Promise.all(pictures);
  const changed = editions.get(key);
  if (!changed) {
    missed.add(key);
    return;
  }
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
function changeEdition(frame) {
  isAhead = true;
  const known = editions.get(frame.key);
  if (!known) {
    missed.add(frame.key);
    return;
  }
  if (!frame.indices.every((index) => known.byIndex.has(index))) {
    mustReload = true;
    return;
  }
  const pages = frame.indices.map((index) => known.byIndex.get(index));
  editions.set(frame.key, withPages({ ...known, ...frame, failure: frame.failure, pages }));
  showAll();
}

/** All changes are told. `frame` is the proof without its editions' pages. */
async function finish(frame) {
  const mustReloadAll = mustReload || String(frame.editions) !== String(proof.editions)
    || [...missed].some((key) => editions.has(key));
  isAhead = false;
  mustReload = false;
  missed.clear();
  showFailure('');
  if (mustReloadAll) {
    await loadAll();
    return;
  }
  proof = frame;
  showProof();
  showAll();
}

/** The source cannot be shown: the last good pages stay. */
async function keepOld({ failure }) {
  showFailure(failure);
  mustReload = false;
  missed.clear();
  if (!isAhead) return;
  isAhead = false;
  await loadAll();
}

function changeFindings({ generation, findings }) {
  proof.generation = generation;
  proof.findings = findings;
  state.finding = -1;
  showAll();
}
