import { anchor, blockSchema, blocks, link, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'faq',
  displayName: { es: 'Preguntas frecuentes', en: 'Frequent questions' },
  kind: 'nested',
  fields: {
    anchor: anchor('/#preguntas'),
    title: text({ required: true, max: 90 }),
    lead: text({}),
    groups: blocks(['faq-group'], { minimum: 1 }),
    more: link({ description: { es: 'Dónde están las demás preguntas', en: 'Where the other questions are' } }),
    more_label: text({}),
  },
});
