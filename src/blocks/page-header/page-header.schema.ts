import { asset, blockSchema, boolean, link, number, option, text, textarea } from '#storyblok/block-schema.ts';

/** What a page may have beside its title; those with figures are drawn from the engine. */
const PICTURES = [
  'none',
  'bridge',
  'cells',
  'columns',
  'early',
  'identity-card',
  'looms',
  'lozenges',
  'people',
  'search',
  'week',
] as const;

export const schema = blockSchema({
  name: 'page-header',
  displayName: { es: 'Encabezado de página', en: 'Page header' },
  kind: 'nested',
  fields: {
    title: text({ required: true }),
    lead: textarea({}),
    image: asset({ description: { es: 'Detrás del título', en: 'Behind the title' } }),
    picture: option(PICTURES, {
      description: {
        es: 'Junto al título: lo que explica la página. No va junto con una imagen',
        en: 'Beside the title: what explains the page. Not together with an image',
      },
    }),
    product_id: number({
      description: { es: 'El préstamo del dibujo, si muestra uno', en: 'The loan of the picture, if it shows one' },
    }),
    amount: number({ min: 1, description: { es: 'En soles', en: 'Soles' } }),
    term: number({
      min: 1,
      description: {
        es: 'Días para un solo pago, meses para cuotas',
        en: 'Days for a single payment, months for instalments',
      },
    }),
    contacts: boolean({ description: { es: 'Teléfono y WhatsApp, en grande', en: 'Telephone and WhatsApp, large' } }),
    link: link({}),
    link_text: text({
      description: {
        es: 'Lo que dice el botón; sin texto no hay botón',
        en: 'What the button says; without it there is no button',
      },
    }),
  },
});
