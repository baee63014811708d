import { blockSchema, blocks, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'logos',
  displayName: { es: 'Logos', en: 'Logos' },
  kind: 'nested',
  fields: { title: text({ required: true, max: 90 }), logos: blocks(['logo'], { minimum: 1 }) },
});
