import { blockSchema, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'hero-slide',
  displayName: { es: 'Portada: una diapositiva', en: 'Hero slide' },
  kind: 'nested',
  fields: { title: text({ required: true, max: 90 }), text: text({}) },
});
