import { anchor, blockSchema, text, textarea } from '#storyblok/block-schema.ts';

/** The rows come from today's product settings; editors write only the surrounding text. */
export const schema = blockSchema({
  name: 'rates-table',
  displayName: { es: 'Tarifas y comisiones', en: 'Rates and fees' },
  kind: 'nested',
  fields: {
    anchor: anchor('/tarifas#precios'),
    title: text({ required: true, max: 90 }),
    lead: textarea({}),
  },
});
