import { anchor, blockSchema, text } from '#storyblok/block-schema.ts';

/** The rows are the tables of cookies and of what else is stored, in the code; editors write only the title. */
export const schema = blockSchema({
  name: 'cookie-table',
  displayName: { es: 'Tabla de cookies', en: 'Cookie table' },
  kind: 'nested',
  fields: {
    anchor: anchor('/cookies#lista'),
    title: text({ required: true, max: 90 }),
  },
});
