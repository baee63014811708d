import { blockSchema, option, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'loan-calculator',
  displayName: 'Calculator',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place, such as /tarifas/#calcula' }),
    title: text({ required: true }),
    lead: textarea({}),
    opens_on: option(['INSTALLMENT', 'SINGLE_PAY'], { description: 'The kind of loan it opens on' }),
  },
});
