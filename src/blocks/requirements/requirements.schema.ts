import { blockSchema, blocks, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'requirements',
  displayName: 'Requirements',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place, such as /#requisitos' }),
    title: text({ required: true }),
    lead: text({}),
    needed_title: text({ required: true }),
    needed: blocks(['requirement'], { minimum: 1 }),
    never_title: text({ description: 'Over the list of what we never ask for' }),
    never: blocks(['requirement']),
  },
});
