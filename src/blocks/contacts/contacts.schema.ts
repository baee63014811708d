import { blockSchema, text } from '#storyblok/block-schema.ts';

/** Numbers and addresses are global settings, edited in one place. */
export const schema = blockSchema({
  name: 'contacts',
  displayName: { es: 'Contactos', en: 'Contacts' },
  kind: 'nested',
  fields: {
    anchor: text({
      translatable: false,
      description: {
        es: 'Para enlaces a este lugar, como /#contacto',
        en: 'For links to this place, such as /#contacto',
      },
    }),
    title: text({ required: true }),
    lead: text({}),
  },
});
