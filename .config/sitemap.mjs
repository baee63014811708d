import sitemap from '@astrojs/sitemap';
import { isListed } from '../src/api/page-kind.ts';

export function siteSitemap() {
  return sitemap({
    i18n: { defaultLocale: 'es', locales: { es: 'es-PE', en: 'en' } },
    filter: (page) => isListed(new URL(page).pathname),
  });
}
