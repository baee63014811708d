/** Storyblok's app, the only one that may frame previews. */
export const STORYBLOK_APP = 'https://app.storyblok.com';

/**
 * A preview's policy: Astro's for the page, plus the bridge's script and the outlines it draws. Trusted Types are
 * removed, because the bridge does not support them; the hashes in `style-src` are removed, because `'unsafe-inline'`
 * is ignored beside them.
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
