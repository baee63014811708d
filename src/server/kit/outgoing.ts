/** The `fetch` with which requests leave our processes, in the form in which we call it. */
export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A request that must not leave. The message names hosts only: an address may carry a token. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
}

interface OutgoingOptions {
  /** Storyblok sends readers to the newest version of its content; nobody else has reason to send us elsewhere. */
  readonly followsRedirects?: boolean;
  /** For tests; by default Node's own. */
  readonly send?: Fetch;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 3;

/**
 * The only way out for HTTP (decision 0122): reaches the origins of these addresses, which the configuration names, and
 * no other. What a content service, a provider or a visitor writes can never choose where a request goes, and a redirect
 * is an error: it would carry our credentials, or let one host speak for another.
 * @throws OutgoingError from the returned function, before anything is sent
 */
export function fetchFrom(addresses: readonly string[], options: OutgoingOptions = {}): Fetch {
  const { followsRedirects = false, send = globalThis.fetch } = options;
  const origins = new Set(addresses.map((address) => new URL(address).origin));

  async function request(url: URL, init: RequestInit, redirectsLeft: number): Promise<Response> {
    if (!origins.has(url.origin)) {
      throw new OutgoingError(`nothing is sent to ${url.origin}: the configuration names ${[...origins].join(', ')}`);
    }
    if (!followsRedirects) return send(url, { ...init, redirect: 'error' });
    const response = await send(url, { ...init, redirect: 'manual' });
    const to = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (to === null) return response;
    await response.body?.cancel();
    if (redirectsLeft === 0) throw new OutgoingError(`${url.origin} redirects more than ${MAX_REDIRECTS} times`);
    return request(new URL(to, url), init, redirectsLeft - 1);
  }

  return (url, init = {}) => request(new URL(url), init, MAX_REDIRECTS);
}
