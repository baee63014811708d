import { anchor, blockSchema, blocks, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'requirements',
  displayName: { es: 'Requisitos', en: 'Requirements' },
  kind: 'nested',
  fields: {
    anchor: anchor('/#requisitos'),
    title: text({ required: true }),
    lead: text({}),
    needed_title: text({ required: true }),
    needed: blocks(['requirement'], { minimum: 1 }),
    never_title: text({
      description: { es: 'Sobre la lista de lo que nunca pedimos', en: 'Over the list of what we never ask for' },
    }),
    never: blocks(['requirement']),
  },
});
