import { asset, blockSchema, link, richtext, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'grid-item',
  displayName: { es: 'Cuadrícula: una celda', en: 'Grid: a cell' },
  kind: 'nested',
  fields: {
    image: asset({}),
    title: text({ required: true, max: 90 }),
    text: richtext({}),
    link: link({}),
    link_text: text({
      description: {
        es: 'Lo que dice el enlace; sin texto no hay enlace',
        en: 'What the link says; without it there is no link',
      },
    }),
  },
});
