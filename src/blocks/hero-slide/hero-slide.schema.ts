import { blockSchema, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'hero-slide',
  displayName: 'Hero slide',
  kind: 'nested',
  fields: { title: text({ required: true }), text: text({}) },
});
