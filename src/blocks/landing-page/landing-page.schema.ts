import { blockSchema, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'landing-page',
  displayName: { es: 'Página de campaña', en: 'Landing page' },
  kind: 'nested',
  fields: {
    headline: text({
      max: 90,
      required: true,
      description: {
        es: 'Una promesa del anuncio. {largest_amount} es lo máximo que prestas; la publicación avisa cuando el titular promete más.',
        en: 'A promise of the advertisement. {largest_amount} is the most that you lend; the build warns when the headline promises more.',
      },
    }),
    button_text: text({ required: true }),
  },
});
