import { blockSchema, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'requirement',
  displayName: { es: 'Un requisito', en: 'A requirement' },
  kind: 'nested',
  fields: { text: text({ required: true }) },
});
