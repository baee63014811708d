import { createHash } from 'node:crypto';

const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/;
const INLINE = /<(?:script|style)\b[^>]*>([\s\S]*?)<\/(?:script|style)>/g;
const HASH = / 'sha256-([A-Za-z0-9+/=]+)'/g;

/**
 * Astro writes the hashes of all scripts and styles of the site into every page's Content-Security-Policy. Hashes do not
 * compress, and files of our own host need none beside `'self'`; so each page keeps those of its own inline elements:
 * half a kilobyte less per page, and a page allows exactly what it contains. Without it the three largest forms are above
 * their budgets.
 */
export function trimPolicy(html) {
  const texts = [...html.matchAll(INLINE)].map(([, text]) => text).filter(Boolean);
  const own = new Set(texts.map((text) => createHash('sha256').update(text).digest('base64')));
  return html.replace(POLICY, (_, before, policy, after) => {
    const kept = policy.replace(HASH, (source, digest) => (own.has(digest) ? source : ''));
    return `${before}${kept}${after}`;
  });
}
