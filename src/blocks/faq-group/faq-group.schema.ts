import { blockSchema, blocks, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'faq-group',
  displayName: { es: 'Preguntas frecuentes: un tema', en: 'Frequent questions: a topic' },
  kind: 'nested',
  fields: {
    anchor: text({
      required: true,
      translatable: false,
      description: { es: 'Para enlaces a este tema, como /#costos', en: 'For links to this topic, such as /#costos' },
    }),
    title: text({ required: true, max: 90 }),
    questions: blocks(['faq-question'], { minimum: 1 }),
  },
});
