import { asset, blockSchema, link, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'logo',
  displayName: 'A logo',
  kind: 'nested',
  fields: {
    name: text({ required: true, translatable: false, description: 'Read out, and shown while there is no picture' }),
    image: asset({}),
    link: link({}),
  },
});
