import { blockSchema, text, textarea } from '#storyblok/block-schema.ts';

/** The rows are the product settings of today; an editor writes only the words around them. */
export const schema = blockSchema({
  name: 'rates-table',
  displayName: 'Rates and fees',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place, such as /tarifas#precios' }),
    title: text({ required: true }),
    lead: textarea({}),
  },
});
