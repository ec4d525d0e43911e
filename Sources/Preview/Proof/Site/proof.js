// Shows the proof. Text of a publication becomes text of the page and nothing else.
'use strict';

function show() {
  showBar();
  showStrip();
  showHits();
  markFinding();
  showStage();
}

function showAll() {
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

/** Reads the data of the proof, and of the editions that were loaded before. */
async function loadAll() {
  await load('data/proof.js');
  const wanted = new Set(['own', ...editions.keys(), editionKey()]);
  const keys = proof.editions.filter((key) => wanted.has(key));
  await Promise.all(keys.map((key) => load(`data/${key}.js`)));
  for (const key of editions.keys()) if (!proof.editions.includes(key)) editions.delete(key);
  showProof();
  showAll();
}

async function begin() {
  if (window.innerWidth <= 1100) openPanel(false);
  try {
    await loadAll();
  } catch (error) {
    showFailure(`The proof is incomplete: ${error.message}`);
    return;
  }
  state.view = proof.view;
  connect();
  show();
  if (proof.generation > 0) listen();
}

begin();
