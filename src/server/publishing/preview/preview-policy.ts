/** Storyblok's app, which alone may show a preview in its frame. */
export const STORYBLOK_APP = 'https://app.storyblok.com';

/**
 * A preview's policy, made of the one Astro wrote for the page: the same sources, and beside them the bridge's script and
 * the outlines it draws. Trusted Types go, because the bridge was not written for them; `style-src` loses its hashes,
 * because beside one `'unsafe-inline'` does not count.
 */
export function previewPolicy(
  written: string,
  { framers, bridgeOrigin }: { readonly framers: readonly string[]; readonly bridgeOrigin: string | undefined },
): string {
  const own = written
    .split(';')
    .map((directive) => directive.trim())
    .find((directive) => directive.startsWith('script-src '));
  const bridge = bridgeOrigin ? ` ${bridgeOrigin}` : '';
  return [
    "default-src 'none'",
    `${own ?? "script-src 'self'"}${bridge}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https://a.storyblok.com",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framers.length > 0 ? framers.join(' ') : "'none'"}`,
  ].join('; ');
}
