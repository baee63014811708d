import { blockSchema, boolean, richtext, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'textual-page',
  displayName: { es: 'Página de texto', en: 'Textual page' },
  kind: 'nested',
  fields: {
    title: text({
      max: 90,
      description: {
        es: 'Vacío cuando hay un encabezado de página arriba',
        en: 'Blank when a page header is above',
      },
    }),
    lead: textarea({}),
    body: richtext({ required: true }),
    updated: text({
      translatable: false,
      description: { es: 'Fecha del texto, dd/mm/aaaa', en: 'Date of the text, dd/mm/yyyy' },
    }),
    hide_back: boolean({ description: { es: 'Sin el botón de volver', en: 'Leave out the back button' } }),
  },
});
