import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]*)(")/;
const INLINE = /<(?:script|style)\b[^>]*>([\s\S]*?)<\/(?:script|style)>/g;
const HASH = / 'sha256-([A-Za-z0-9+/=]+)'/g;

/**
 * Astro writes the hashes of all scripts and styles of the site into every page's Content-Security-Policy. Hashes do not
 * compress, and files of our own host need none beside `'self'`; so each page keeps those of its own inline elements:
 * half a kilobyte less per page, and a page allows exactly what it contains.
 */
export function trimPolicy() {
  return {
    name: 'trim-policy',
    hooks: {
      'astro:build:done': async ({ assets }) => {
        const pages = [...assets.values()].flat().filter((url) => url.pathname.endsWith('.html'));
        for (const page of pages) {
          const path = fileURLToPath(page);
          await writeFile(path, trimmed(await readFile(path, 'utf8')));
        }
      },
    },
  };
}

function trimmed(html) {
  const texts = [...html.matchAll(INLINE)].map(([, text]) => text).filter(Boolean);
  const own = new Set(texts.map((text) => createHash('sha256').update(text).digest('base64')));
  return html.replace(POLICY, (_, before, policy, after) => {
    const kept = policy.replace(HASH, (source, digest) => (own.has(digest) ? source : ''));
    return `${before}${kept}${after}`;
  });
}
