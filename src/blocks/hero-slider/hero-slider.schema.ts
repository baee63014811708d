import { blockSchema, blocks, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'hero-slider',
  displayName: 'Hero slider with calculator',
  kind: 'nested',
  fields: {
    slides: blocks(['hero-slide'], { minimum: 1, maximum: 5, description: 'The first one is the title of the page' }),
    points: textarea({ description: 'Short promises, one per line' }),
  },
});
