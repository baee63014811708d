import { anchor, blockSchema, number, text, textarea } from '#storyblok/block-schema.ts';

/** Editors choose only the loan; every row is computed. */
export const schema = blockSchema({
  name: 'ways-out',
  displayName: { es: 'Salidas de un préstamo atrasado', en: 'Ways out of a late loan' },
  kind: 'nested',
  fields: {
    anchor: anchor(),
    title: text({ required: true, max: 90 }),
    lead: textarea({}),
    product_id: number({
      required: true,
      description: { es: 'Un producto de un solo pago', en: 'A product of a single payment' },
    }),
    amount: number({ required: true, min: 1, description: { es: 'En soles', en: 'Soles' } }),
    term: number({ required: true, min: 1, description: { es: 'En días', en: 'Days' } }),
  },
});
