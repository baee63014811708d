import { asset, blockSchema, boolean, link, option, text, textarea } from '#storyblok/block-schema.ts';

/** The pictures and tools that a page may have beside its title. */
const BESIDE = ['none', 'bridge', 'search'] as const;

export const schema = blockSchema({
  name: 'page-header',
  displayName: { es: 'Encabezado de página', en: 'Page header' },
  kind: 'nested',
  fields: {
    title: text({ required: true, max: 90 }),
    lead: textarea({}),
    image: asset({ description: { es: 'Detrás del título', en: 'Behind the title' } }),
    picture: option(BESIDE, {
      description: {
        es: 'Junto al título: lo que explica la página. No va junto con una imagen',
        en: 'Beside the title: what explains the page. Not together with an image',
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
