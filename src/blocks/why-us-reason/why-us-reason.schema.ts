import { blockSchema, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'why-us-reason',
  displayName: { es: 'Por qué elegirnos: una razón', en: 'Why us: a reason' },
  kind: 'nested',
  fields: { title: text({ required: true, max: 90 }), text: textarea({ required: true }) },
});
