import { anchor, blockSchema, option, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'loan-calculator',
  displayName: { es: 'Calculadora', en: 'Calculator' },
  kind: 'nested',
  fields: {
    anchor: anchor('/tarifas/#calcula'),
    title: text({ required: true, max: 90 }),
    lead: textarea({}),
    opens_on: option(['INSTALLMENT', 'SINGLE_PAY'], {
      description: { es: 'El tipo de préstamo con el que abre', en: 'The kind of loan it opens on' },
    }),
  },
});
