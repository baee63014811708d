import sitemap from '@astrojs/sitemap';

/** Pages that search engines need not list: they are for people who are already on their way. */
const UNLISTED =
  /\/(404|500|calculatoripl|landing|application|profile|modals|online-payment|sign-in|sign-up|login-as|forgot-password|reset-password|seguimiento)(\/|$)/;

/** The sitemap, for a whole build and for the publisher when it adds or takes away a page. */
export function siteSitemap() {
  return sitemap({
    i18n: { defaultLocale: 'es', locales: { es: 'es-PE', en: 'en' } },
    filter: (page) => !UNLISTED.test(new URL(page).pathname),
  });
}

/**
 * Writes the sitemap of a site whose pages are known, as the build would.
 * @param {{ outDirUrl: URL, site: string, pathnames: readonly string[] }} of pathnames as Astro gives them, without a slash in front
 */
export async function writeSitemap({ outDirUrl, site, pathnames }) {
  const { hooks } = siteSitemap();
  const silent = {
    info: () => undefined,
    warn: () => undefined,
    error: (text) => {
      throw new Error(text);
    },
  };
  const config = { site, base: '/', trailingSlash: 'always', build: { format: 'directory' } };
  await hooks['astro:config:done']({ config });
  hooks['astro:routes:resolved']({ routes: [] });
  await hooks['astro:build:done']({
    dir: outDirUrl,
    pages: pathnames.map((pathname) => ({ pathname })),
    logger: silent,
  });
}
