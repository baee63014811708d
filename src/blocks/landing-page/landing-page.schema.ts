import { blockSchema, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'landing-page',
  displayName: 'Landing page',
  kind: 'nested',
  fields: {
    headline: text({
      required: true,
      description: 'A promise of the advertisement. The build warns when it is above what any product lends.',
    }),
    button_text: text({ required: true }),
  },
});
