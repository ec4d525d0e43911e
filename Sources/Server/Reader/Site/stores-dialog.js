// The stores of the newsstand: adding, naming and removing them, and purchases that were made elsewhere.

import { head, make, openDialog } from './dom.js';
import { issues, post } from './newsstand-api.js';
import { ask } from './questions.js';
import { strings } from './strings.js';

/** The name of a store for people. */
export const storeName = (store) => store.name || store.title || store.url;

/**
 * Opens them.
 * @param {import('./newsstand.js').NewsstandSection} section
 * @param {{stores: any[], canChangeStores: boolean, shop?: any}} answer of the server
 */
export function openStores(section, answer) {
  const complaint = make('p', { role: 'alert', class: 'complaint' });
  const list = make('ul', { class: 'stores' });
  const done = make('p', { role: 'status', class: 'quiet' });

  /** Does something, and says what keeps it from being done. */
  const attempt = async (body) => {
    complaint.textContent = '';
    done.textContent = '';
    try {
      await body();
    } catch (error) {
      complaint.textContent = error.message;
      return false;
    }
    section.reload();
    const { stores } = await issues({ limit: 1 }).catch(() => answer);
    list.replaceChildren(...stores.map(item));
    return true;
  };

  const item = (store) => {
    const name = make('input', { type: 'text', maxLength: 200, value: storeName(store), 'aria-label': strings.storeNameOf(storeName(store)) });
    const automatic = make('input', {
      type: 'checkbox', checked: Boolean(store.subscribed),
      onchange: () => attempt(() => post(`stores/${automatic.checked ? 'subscribe' : 'unsubscribe'}`, { url: store.url })),
    });
    const canChange = answer.canChangeStores;
    return make('li', {}, make('form', {
      class: 'store-name',
      onsubmit: (event) => {
        event.preventDefault();
        attempt(() => post('stores/rename', { url: store.url, name: name.value.trim() === store.title ? '' : name.value.trim() }));
      },
    }, canChange ? name : make('strong', {}, storeName(store)), canChange && make('button', { class: 'button', 'aria-label': `${strings.rename}: ${storeName(store)}` }, strings.rename)),
    make('p', { class: 'quiet address' }, store.url),
    store.error && make('p', { class: 'quiet' }, store.error),
    canChange && make('div', { class: 'store-actions' }, make('label', { class: 'check' }, automatic, strings.automatically),
      make('button', {
        type: 'button', class: 'button', 'aria-label': `${strings.removeStore}: ${storeName(store)}`,
        onclick: async () => {
          const isSure = await ask(strings.removeStoreTitle(storeName(store)), strings.removeStoreText, strings.removeStore);
          if (isSure) attempt(() => post('stores/remove', { url: store.url }));
        },
      }, strings.removeStore)));
  };

  const address = make('input', { type: 'url', required: true, placeholder: 'https://', 'aria-label': strings.storeAddress, maxLength: 2048, id: 'store-address' });
  const key = make('input', { type: 'text', placeholder: strings.storeKey, 'aria-label': strings.storeKey, maxLength: 64 });
  const add = make('button', { class: 'button primary' }, strings.addStore);
  const form = make('form', {
    class: 'add-store',
    onsubmit: async (event) => {
      event.preventDefault();
      add.disabled = true;
      done.textContent = strings.connectingTo(address.value);
      const isDone = await attempt(() => post('stores/add', { url: address.value.trim(), key: key.value.trim() }));
      add.disabled = false;
      if (!isDone) return address.focus();
      address.value = '';
      key.value = '';
      done.textContent = strings.storeAdded;
      return address.focus();
    },
  }, make('label', { for: 'store-address' }, strings.storeAddress), make('div', { class: 'row' }, address, add), key);

  const code = make('input', { type: 'text', maxLength: 512, 'aria-label': strings.restoreCode, placeholder: strings.restoreCode });
  const restore = answer.shop && make('form', {
    class: 'restore',
    onsubmit: (event) => {
      event.preventDefault();
      attempt(async () => {
        const { restored } = await post('restore', code.value.trim() ? { code: code.value.trim() } : {}) || {};
        section.app.say(strings.restored(restored || 0));
      });
    },
  }, make('h3', {}, strings.purchases), make('p', { class: 'quiet' }, strings.restoreText),
  make('div', { class: 'row' }, code, make('button', { class: 'button' }, strings.restore)));

  list.append(...answer.stores.map(item));
  const dialog = openDialog({ label: strings.stores, class: 'sheet-dialog stores-dialog' },
    head(strings.stores, strings.close, () => dialog.close()), list,
    answer.canChangeStores ? form : make('p', { class: 'quiet' }, strings.storesElsewhere), complaint, done, restore || '');
  if (!answer.stores.length && answer.canChangeStores) address.focus();
}
