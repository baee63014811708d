import { blockSchema, number, text, textarea } from '#storyblok/block-schema.ts';

/** Editors choose only the loan; every row is computed (domain 2.24). */
export const schema = blockSchema({
  name: 'representative-example',
  displayName: 'Representative example',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place, such as /#ejemplo' }),
    title: text({ required: true }),
    lead: textarea({}),
    product_id: number({ required: true }),
    amount: number({ required: true, min: 1, description: 'Soles' }),
    term: number({ required: true, min: 1, description: 'Days for a single payment, months for instalments' }),
  },
});
