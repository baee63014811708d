import { blockSchema, text, textarea } from '#storyblok/block-schema.ts';

/** For hosts and moments without a calculator: the two ways in. */
export const schema = blockSchema({
  name: 'no-calculator',
  displayName: 'No calculator',
  kind: 'nested',
  fields: {
    title: text({ required: true }),
    text: textarea({}),
    new_client_text: text({ required: true, description: 'Button to the application' }),
    existing_client_text: text({ required: true, description: 'Button to sign in' }),
  },
});
