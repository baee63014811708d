import { blockSchema, blocks, text } from '#storyblok/block-schema.ts';

/** Its questions have pages of their own, below the address of its story (blocks/questions.ts). */
export const schema = blockSchema({
  name: 'faq-cords',
  displayName: 'Questions with pages of their own',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place' }),
    title: text({ required: true, description: 'For screen readers' }),
    groups: blocks(['faq-group'], { minimum: 1 }),
  },
});
