import { anchor, blockSchema, option, richtext, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'text-section',
  displayName: { es: 'Sección de texto', en: 'Section of text' },
  kind: 'nested',
  fields: {
    anchor: anchor(),
    title: text({ required: true, max: 90 }),
    lead: textarea({ description: { es: 'Debajo del título', en: 'Under the title' } }),
    body: richtext({ required: true }),
    lists: option(['plain', 'ticks', 'crosses', 'steps'], {
      description: { es: 'Cómo se ven las listas del texto', en: 'How the lists of the text look' },
    }),
  },
});
