import { blockSchema, blocks, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'payment-ways',
  displayName: 'Ways to pay',
  kind: 'nested',
  fields: {
    title: text({ required: true, description: 'The title of the page' }),
    lead: textarea({}),
    ways: blocks(['payment-way'], { minimum: 1, description: 'Seven of them meet in the knot' }),
  },
});
