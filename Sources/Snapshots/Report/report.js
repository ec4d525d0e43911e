// The report's script: views, marks, keys, approvals.
'use strict';
const pages = [...document.querySelectorAll('section.page')];
const token = document.body.dataset.token;

function show(page, view) {
  const pictures = page.querySelector('.pictures');
  if (!pictures) return;
  pictures.dataset.view = view;
  for (const button of page.querySelectorAll('[data-view][aria-pressed]'))
    button.setAttribute('aria-pressed', button.dataset.view === String(view));
}

async function approve(page) {
  const button = page.querySelector('.approve');
  if (!button || button.disabled) return;
  const answer = page.querySelector('.answer');
  button.disabled = true;
  answer.textContent = 'Writing …';
  try {
    const response = await fetch('approve', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token, page: Number(page.dataset.number) }),
    });
    const text = await response.text();
    answer.textContent = response.ok ? 'Approved: this is the golden now.' : text;
    button.disabled = response.ok;
  } catch {
    answer.textContent = 'The review is no longer running: start it again.';
    button.disabled = false;
  }
}

function place(image) {
  const { naturalWidth: width, naturalHeight: height } = image;
  for (const mark of image.parentElement.querySelectorAll('i')) {
    const [x, y, w, h] = ['x', 'y', 'w', 'h'].map((name) => Number(mark.dataset[name]));
    mark.style.left = `calc(${(x / width) * 100}% - 3px)`;
    mark.style.top = `calc(${(y / height) * 100}% - 3px)`;
    mark.style.width = `calc(${(w / width) * 100}% + 6px)`;
    mark.style.height = `calc(${(h / height) * 100}% + 6px)`;
  }
}

for (const page of pages) {
  for (const button of page.querySelectorAll('.tools [data-view]'))
    button.addEventListener('click', () => show(page, button.dataset.view));
  const pictures = page.querySelector('.pictures');
  if (pictures) {
    page.querySelector('[type=range]').addEventListener('input', (event) =>
      pictures.style.setProperty('--at', `${event.target.value}%`));
    page.querySelector('[type=checkbox]').addEventListener('change', (event) =>
      pictures.classList.toggle('unmarked', !event.target.checked));
    for (const image of pictures.querySelectorAll('img')) {
      if (image.complete) place(image);
      else image.addEventListener('load', () => place(image));
    }
  }
  page.querySelector('.approve')?.addEventListener('click', () => approve(page));
}

let at = -1;
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !pages.length) return;
  const focused = pages.indexOf(document.activeElement?.closest?.('section.page'));
  if (focused >= 0) at = focused;
  if (event.key === 'j' || event.key === 'k') {
    at = Math.min(pages.length - 1, Math.max(0, at + (event.key === 'j' ? 1 : -1)));
    pages[at].focus();
    pages[at].scrollIntoView({ block: 'start' });
  } else if (event.key >= '1' && event.key <= '5' && event.target.type !== 'range') {
    show(pages[Math.max(0, at)], Number(event.key) - 1);
  } else if (event.key === 'a' && token && at >= 0) {
    approve(pages[at]);
  }
});
