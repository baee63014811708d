import { blockSchema, blocks, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'payment-ways',
  displayName: { es: 'Formas de pago', en: 'Ways to pay' },
  kind: 'nested',
  fields: {
    title: text({
      required: true,
      max: 90,
      description: { es: 'El título de la página', en: 'The title of the page' },
    }),
    lead: textarea({}),
    ways: blocks(['payment-way'], { minimum: 1 }),
  },
});
