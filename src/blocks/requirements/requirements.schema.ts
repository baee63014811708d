import { anchor, blockSchema, blocks, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'requirements',
  displayName: { es: 'Requisitos', en: 'Requirements' },
  kind: 'nested',
  fields: {
    anchor: anchor('/#requisitos'),
    title: text({ required: true, max: 90 }),
    lead: text({}),
    needed_title: text({ required: true, max: 90 }),
    needed: blocks(['requirement'], { minimum: 1 }),
    never_title: text({
      max: 90,
      description: { es: 'Sobre la lista de lo que nunca pedimos', en: 'Over the list of what we never ask for' },
    }),
    never: blocks(['requirement']),
  },
});
