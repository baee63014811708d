import { blockSchema, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'how-it-works-step',
  displayName: { es: 'Cómo funciona: un paso', en: 'How it works: a step' },
  kind: 'nested',
  fields: { title: text({ required: true, max: 90 }), text: textarea({ required: true }) },
});
