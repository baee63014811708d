import { asset, blockSchema, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'page-header',
  displayName: 'Page header',
  kind: 'nested',
  fields: {
    title: text({ required: true }),
    lead: textarea({}),
    image: asset({ description: 'Behind the title; without one the woven mountains are drawn' }),
  },
});
