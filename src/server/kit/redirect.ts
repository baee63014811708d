import type { Context } from 'hono';
import { sitePath } from '#api/site-path.ts';

/** Redirects inside the site, whatever is not a constant; throws when it leads elsewhere, which is our fault. */
export function redirectWithin(c: Context, address: string, status: 303 | 308): Response {
  const [place = '', ...anchor] = address.split('#');
  const path = sitePath(place);
  if (path === undefined) throw new Error('a redirect would have left the site');
  return c.redirect(anchor.length > 0 ? `${path}#${encodeURIComponent(anchor.join('#'))}` : path, status);
}
