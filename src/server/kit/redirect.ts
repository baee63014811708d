import type { Context } from 'hono';
import { sitePath } from '#api/site-path.ts';

/**
 * Redirects to an address inside the site. Every redirect whose address is not a constant must go through here.
 * @throws when the address leads elsewhere: that is a fault of ours, and nobody is sent there
 */
export function redirectWithin(c: Context, address: string, status: 303 | 308): Response {
  const [place = '', ...anchor] = address.split('#');
  const path = sitePath(place);
  if (path === undefined) throw new Error('a redirect would have left the site');
  return c.redirect(anchor.length > 0 ? `${path}#${encodeURIComponent(anchor.join('#'))}` : path, status);
}
