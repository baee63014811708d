import { blockSchema, text, textarea } from '#storyblok/block-schema.ts';

/** Shown in place of a calculator: links to sign in and to apply. */
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
