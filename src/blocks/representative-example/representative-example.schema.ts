import { anchor, blockSchema, number, text, textarea } from '#storyblok/block-schema.ts';

/** Editors choose only the loan; every row is computed (domain 2.24). */
export const schema = blockSchema({
  name: 'representative-example',
  displayName: { es: 'Ejemplo representativo', en: 'Representative example' },
  kind: 'nested',
  fields: {
    anchor: anchor('/#ejemplo'),
    title: text({ required: true, max: 90 }),
    lead: textarea({}),
    product_id: number({ required: true }),
    amount: number({ required: true, min: 1, description: { es: 'En soles', en: 'Soles' } }),
    term: number({
      required: true,
      min: 1,
      description: {
        es: 'Días para un solo pago, meses para cuotas',
        en: 'Days for a single payment, months for instalments',
      },
    }),
  },
});
