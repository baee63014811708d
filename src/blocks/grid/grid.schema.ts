import { blockSchema, blocks, option, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'grid',
  displayName: 'Grid',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place' }),
    title: text({}),
    lead: text({}),
    columns: option(['3', '2', '4'], { description: 'On a wide screen; a phone always has one' }),
    items: blocks(['grid-item'], { minimum: 1 }),
  },
});
