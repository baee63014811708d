import { blockSchema, blocks, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'how-it-works',
  displayName: { es: 'Cómo funciona', en: 'How it works' },
  kind: 'nested',
  fields: {
    anchor: text({
      translatable: false,
      description: { es: 'Para enlaces a este lugar, como /#como', en: 'For links to this place, such as /#como' },
    }),
    title: text({ required: true }),
    lead: text({}),
    steps: blocks(['how-it-works-step'], { minimum: 2, maximum: 6 }),
  },
});
