import { blockSchema, blocks, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'hero-slider',
  displayName: { es: 'Portada con calculadora', en: 'Hero slider with calculator' },
  kind: 'nested',
  fields: {
    slides: blocks(['hero-slide'], {
      minimum: 1,
      maximum: 5,
      description: { es: 'La primera es el título de la página', en: 'The first one is the title of the page' },
    }),
    points: textarea({ description: { es: 'Promesas cortas, una por línea', en: 'Short promises, one per line' } }),
  },
});
