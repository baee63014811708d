import { blockSchema, blocks, number, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'why-us',
  displayName: 'Why us',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place, such as /#porque' }),
    title: text({ required: true }),
    lead: text({}),
    reasons: blocks(['why-us-reason'], { minimum: 1 }),
    product_id: number({ description: 'Product of the comparison; blank: no comparison' }),
    amount: number({ min: 1, description: 'Soles borrowed in the comparison' }),
  },
});
