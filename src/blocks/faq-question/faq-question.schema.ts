import { blockSchema, richtext, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'faq-question',
  displayName: 'Frequent questions: a question',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this question, such as /#que-es-la-tcea' }),
    question: text({ required: true }),
    answer: richtext({ required: true }),
  },
});
