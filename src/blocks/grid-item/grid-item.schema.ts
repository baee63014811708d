import { asset, blockSchema, link, richtext, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'grid-item',
  displayName: 'Grid: a cell',
  kind: 'nested',
  fields: {
    image: asset({}),
    title: text({ required: true }),
    text: richtext({}),
    link: link({}),
    link_text: text({ description: 'What the link says; without it there is no link' }),
  },
});
