import { blockSchema, boolean, link, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'next-step',
  displayName: 'Next step',
  kind: 'nested',
  fields: {
    anchor: text({ translatable: false, description: 'For links to this place' }),
    title: text({ required: true }),
    text: textarea({}),
    link: link({ required: true }),
    link_text: text({ required: true, description: 'What the button says' }),
    outlined: boolean({ description: 'Where the page has a solid button in the same view' }),
    other_link: link({}),
    other_text: text({ description: 'What the link beside the button says; without it there is none' }),
  },
});
