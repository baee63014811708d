import { blockSchema, number, text, textarea } from '#storyblok/block-schema.ts';

/** Editors choose only the loan; every row is computed. */
export const schema = blockSchema({
  name: 'ways-out',
  displayName: 'Ways out of a late loan',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place' }),
    title: text({ required: true }),
    lead: textarea({}),
    product_id: number({ required: true, description: 'A product of a single payment' }),
    amount: number({ required: true, min: 1, description: 'Soles' }),
    term: number({ required: true, min: 1, description: 'Days' }),
  },
});
