import type { APIRoute } from 'astro';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { readSettings } from '#storyblok/mirror.ts';

/** Answers with the manifest, for people who put the site on the first screen of their phone: its name is content. */
export const GET: APIRoute = () => {
  const { site_name: name } = readSettings(DEFAULT_LOCALE);
  const icon = (size: number) => ({ src: `/images/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' });
  const manifest = {
    ...{ name, short_name: name, lang: 'es-PE', start_url: '/', display: 'browser' },
    ...{ background_color: '#fbf5e9', theme_color: '#fbf5e9' },
    icons: [icon(192), icon(512)],
  };
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } });
};
