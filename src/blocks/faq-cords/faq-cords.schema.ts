import { anchor, blockSchema, blocks, text } from '#storyblok/block-schema.ts';

/** Its questions have pages of their own, below the address of its story (blocks/questions.ts). */
export const schema = blockSchema({
  name: 'faq-cords',
  displayName: { es: 'Preguntas con página propia', en: 'Questions with pages of their own' },
  kind: 'nested',
  fields: {
    anchor: anchor(),
    title: text({
      required: true,
      max: 90,
      description: { es: 'Para lectores de pantalla', en: 'For screen readers' },
    }),
    groups: blocks(['faq-group'], { minimum: 1 }),
  },
});
