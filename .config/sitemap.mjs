import sitemap from '@astrojs/sitemap';

/** Pages that search engines need not list: they are for people who are already on their way. */
const UNLISTED =
  /\/(404|500|calculatoripl|landing|application|profile|modals|online-payment|sign-in|sign-up|login-as|forgot-password|reset-password|seguimiento)(\/|$)/;

export function siteSitemap() {
  return sitemap({
    i18n: { defaultLocale: 'es', locales: { es: 'es-PE', en: 'en' } },
    filter: (page) => !UNLISTED.test(new URL(page).pathname),
  });
}
