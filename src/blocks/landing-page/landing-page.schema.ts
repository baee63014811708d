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
        es: 'Una promesa del anuncio. La publicación avisa cuando supera lo que presta cualquier producto.',
        en: 'A promise of the advertisement. The build warns when it is above what any product lends.',
      },
    }),
    button_text: text({ required: true }),
  },
});
