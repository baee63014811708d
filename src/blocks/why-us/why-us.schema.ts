import { anchor, blockSchema, blocks, number, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'why-us',
  displayName: { es: 'Por qué elegirnos', en: 'Why us' },
  kind: 'nested',
  fields: {
    anchor: anchor('/#porque'),
    title: text({ required: true, max: 90 }),
    lead: text({}),
    reasons: blocks(['why-us-reason'], { minimum: 1 }),
    product_id: number({
      description: {
        es: 'Producto de la comparación; vacío: sin comparación',
        en: 'Product of the comparison; blank: no comparison',
      },
    }),
    amount: number({
      min: 1,
      description: { es: 'Soles prestados en la comparación', en: 'Soles borrowed in the comparison' },
    }),
  },
});
