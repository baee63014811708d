import { anchor, blockSchema, text } from '#storyblok/block-schema.ts';

/** Numbers and addresses are global settings, edited in one place. */
export const schema = blockSchema({
  name: 'contacts',
  displayName: { es: 'Contactos', en: 'Contacts' },
  kind: 'nested',
  fields: {
    anchor: anchor('/#contacto'),
    title: text({ required: true, max: 90 }),
    lead: text({}),
  },
});
