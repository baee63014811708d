import { blockSchema, blocks } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'hero-slider',
  displayName: { es: 'Portada con calculadora', en: 'Hero slider with calculator' },
  kind: 'nested',
  fields: {
    slides: blocks(['hero-slide'], { minimum: 1, maximum: 5 }),
  },
});
