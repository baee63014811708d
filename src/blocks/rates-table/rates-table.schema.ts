import { blockSchema, text, textarea } from '#storyblok/block-schema.ts';

/** The rows come from today's product settings; editors write only the surrounding text. */
export const schema = blockSchema({
  name: 'rates-table',
  displayName: { es: 'Tarifas y comisiones', en: 'Rates and fees' },
  kind: 'nested',
  fields: {
    anchor: text({
      translatable: false,
      description: {
        es: 'Para enlaces a este lugar, como /tarifas#precios',
        en: 'For links to this place, such as /tarifas#precios',
      },
    }),
    title: text({ required: true }),
    lead: textarea({}),
  },
});
