import { blockSchema, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'requirement',
  displayName: 'A requirement',
  kind: 'nested',
  fields: { text: text({ required: true }) },
});
