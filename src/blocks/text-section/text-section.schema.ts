import { blockSchema, option, richtext, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'text-section',
  displayName: 'Section of text',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place' }),
    title: text({ required: true }),
    lead: textarea({ description: 'Under the title' }),
    body: richtext({ required: true }),
    lists: option(['plain', 'ticks', 'crosses', 'steps'], { description: 'How the lists of the text look' }),
  },
});
