import type { Locale } from '#i18n/locale.ts';
import DefaultLayout from '#layouts/default/default.astro';
import ComplaintForm from '#public-area/libro-de-reclamaciones/libro-de-reclamaciones.astro';
import Tracking from '#public-area/libro-de-reclamaciones/seguimiento.astro';
import type { PageSource } from '#server/lending/pages/page-source.ts';
import { examplePage, render } from './example-page.ts';

/** The pages as they are built, as the lending role reads them. */
export const builtComplaintPages: PageSource = {
  async read(path) {
    const locale: Locale = path.startsWith('/en/') ? 'en' : 'es';
    const page = examplePage(locale);
    const main = path.includes('seguimiento')
      ? await render(Tracking, { locale, t: page.t })
      : await render(ComplaintForm, { locale, t: page.t, provider: 'Mañay Préstamos S.A.C.' });
    const props = { page, path: 'libro-de-reclamaciones', title: 'Libro', description: 'Libro' };
    return { html: await render(DefaultLayout, props, { default: main }), policy: '' };
  },
};
