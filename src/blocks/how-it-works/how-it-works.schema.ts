import { anchor, blockSchema, blocks, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'how-it-works',
  displayName: { es: 'Cómo funciona', en: 'How it works' },
  kind: 'nested',
  fields: {
    anchor: anchor('/#como'),
    title: text({ required: true, max: 90 }),
    lead: text({}),
    steps: blocks(['how-it-works-step'], { minimum: 2, maximum: 6 }),
  },
});
