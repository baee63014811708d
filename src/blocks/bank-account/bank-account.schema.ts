import { blockSchema, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'bank-account',
  displayName: 'Bank details: an account',
  kind: 'nested',
  fields: {
    bank: text({ required: true, translatable: false }),
    account: text({ required: true, translatable: false, description: 'As the bank writes it' }),
    cci: text({ required: true, translatable: false, description: 'Interbank code, 20 digits' }),
  },
});
