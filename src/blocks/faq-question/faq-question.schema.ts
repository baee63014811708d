import { blockSchema, richtext, text } from '#storyblok/block-schema.ts';
import { nameFault } from '#storyblok/story-address.ts';

export const schema = blockSchema({
  name: 'faq-question',
  displayName: { es: 'Preguntas frecuentes: una pregunta', en: 'Frequent questions: a question' },
  kind: 'nested',
  fields: {
    anchor: {
      ...text({
        translatable: false,
        description: {
          es: 'Para enlaces a esta pregunta, como /#que-es-la-tcea',
          en: 'For links to this question, such as /#que-es-la-tcea',
        },
      }),
      // On some pages the last part of an address of its own.
      faultIn: (anchor: string | undefined) => (anchor ? nameFault(anchor) : undefined),
    },
    question: text({ required: true }),
    answer: richtext({ required: true }),
  },
});
