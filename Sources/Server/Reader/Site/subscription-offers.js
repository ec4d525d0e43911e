// Subscriptions that a shop sells: an offer, or until when one is paid.

import { make } from './dom.js';
import { dayText, priceText, strings } from './strings.js';

/**
 * A line for each subscription of a store, or of all stores.
 * @param {{subscriptions?: any[]}} answer of the server
 * @param {{url: string}|undefined} store
 * @param {(subscription: any, action: string) => void} onact
 */
export function subscriptionOffers({ subscriptions = [] }, store, onact) {
  return subscriptions.filter((one) => !one.store || !store || one.store === store.url).slice(0, 3).map((one) => {
    const price = one.priceText || priceText(one.price);
    const act = (action, label, properties = {}) => one.actions?.includes(action) && make('button', {
      type: 'button', class: 'button', 'aria-label': `${label}: ${one.title}`, onclick: () => onact(one, action), ...properties,
    }, label);
    const state = strings.subscriptionStates[one.state]?.(dayText(one.until)) || '';
    return make('div', { class: `offer ${one.state}` }, make('p', {}, state || strings.subscriptionOffer),
      act('subscribe', strings.subscribeFor(price)) || act('cancel', strings.unsubscribe));
  });
}
