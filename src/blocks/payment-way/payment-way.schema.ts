import { blockSchema, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'payment-way',
  displayName: { es: 'Formas de pago: una', en: 'Ways to pay: one' },
  kind: 'nested',
  fields: {
    title: text({ required: true, max: 90 }),
    text: textarea({ required: true }),
  },
});
