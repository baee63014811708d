import { blockSchema, text, textarea } from '#storyblok/block-schema.ts';

/** The rows come from today's product settings; editors write only the surrounding text. */
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
