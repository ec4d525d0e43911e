// The requests of the newsstand to the server.

import { BASE, Problem, openLogin, request } from './api.js';
import { strings } from './strings.js';

/** The root of the newsstand's resources. */
export const ROOT = `${BASE}api/1/newsstand`;

/** The list of issues with a query. Throws `Problem`. @param {Record<string, any>} items */
export async function issues(items) {
  return (await request(`${ROOT}?${new URLSearchParams(items)}`)).json();
}

/**
 * Has something done. Throws `Problem`, whose `payment` is the address where a shop wants to be paid.
 * @param {string} path below the root @param {any} [body] sent as JSON
 */
export async function post(path, body) {
  const options = body === undefined ? { method: 'POST' }
    : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${ROOT}/${path}`, options).catch(() => { throw new Problem(0, strings.cannotReach); });
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (response.status === 401) openLogin();
  const problem = new Problem(response.status, answer.detail || answer.title || response.statusText);
  problem.payment = paymentAddress(response.headers.get('Link'));
  throw problem;
}

/** The address of a link of the relation `payment` (RFC 8288, RFC 5988); null for one that is not of the web. */
function paymentAddress(field) {
  const found = /<([^>]+)>[^,]*;\s*rel="?payment"?/i.exec(field || '');
  try {
    const url = new URL(found[1]);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}
