import { anchor, blockSchema, blocks, option, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'grid',
  displayName: { es: 'Cuadrícula', en: 'Grid' },
  kind: 'nested',
  fields: {
    anchor: anchor(),
    title: text({ max: 90 }),
    lead: text({}),
    columns: option(['3', '2', '4'], {
      description: {
        es: 'En una pantalla ancha; en el celular siempre hay una',
        en: 'On a wide screen; a phone always has one',
      },
    }),
    items: blocks(['grid-item'], { minimum: 1 }),
  },
});
