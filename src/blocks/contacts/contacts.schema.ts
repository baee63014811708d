import { blockSchema, text } from '#storyblok/block-schema.ts';

/** The numbers and addresses themselves are global settings: they change in one place. */
export const schema = blockSchema({
  name: 'contacts',
  displayName: 'Contacts',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place, such as /#contacto' }),
    title: text({ required: true }),
    lead: text({}),
  },
});
