// The list of preflight's findings.
'use strict';

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
    $('findings').append(make('li', {}, make('p', {}, 'Preflight found no problems.')));
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
