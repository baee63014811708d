import { blockSchema, blocks, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'bank-details',
  displayName: 'Bank details',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place, such as /#pagar' }),
    title: text({ required: true }),
    lead: textarea({}),
    holder: text({ required: true, translatable: false, description: 'Who the accounts belong to' }),
    ruc: text({ required: true, translatable: false, description: 'RUC of the holder, 11 digits' }),
    accounts: blocks(['bank-account'], { minimum: 1 }),
  },
});
