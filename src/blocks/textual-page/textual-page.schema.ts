import { blockSchema, boolean, richtext, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'textual-page',
  displayName: 'Textual page',
  kind: 'nested',
  fields: {
    title: text({ description: 'Blank when a page header stands above' }),
    lead: textarea({}),
    body: richtext({ required: true }),
    updated: text({ translatable: false, description: 'Date of the text, dd/mm/yyyy' }),
    hide_back: boolean({ description: 'Leave out the back button' }),
  },
});
