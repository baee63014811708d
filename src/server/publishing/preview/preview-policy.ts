import { PICTURE_POLICY } from '#storyblok/regions.ts';

/** Storyblok's app, the only one that may frame previews. */
export const STORYBLOK_APP = 'https://app.storyblok.com';

/**
 * A preview's policy: Astro's for the page. With a real space it lets in the bridge's script and the outlines it draws:
 * the hashes in `style-src` are removed then, because `'unsafe-inline'` is ignored beside them. Trusted Types are
 * removed, because the bridge does not support them.
 */
export function previewPolicy(
  written: string,
  { framers, bridgeOrigin }: { readonly framers: readonly string[]; readonly bridgeOrigin: string | undefined },
): string {
  const directives = written.split(';').map((directive) => directive.trim());
  const own = (name: string) => directives.find((directive) => directive.startsWith(`${name} `)) ?? `${name} 'self'`;
  const bridge = bridgeOrigin ? ` ${bridgeOrigin}` : '';
  return [
    "default-src 'none'",
    `${own('script-src')}${bridge}`,
    bridgeOrigin ? "style-src 'self' 'unsafe-inline'" : own('style-src'),
    PICTURE_POLICY,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framers.length > 0 ? framers.join(' ') : "'none'"}`,
  ].join('; ');
}
