import { blockSchema, blocks, richtext, text } from '#storyblok/block-schema.ts';

/** The story `404`: title, text and links (product-spec §2, error page). */
export const schema = blockSchema({
  name: 'error-page',
  displayName: { es: 'Página de error', en: 'Error page' },
  kind: 'story',
  fields: {
    title: text({ required: true, max: 90 }),
    text: richtext({}),
    links: blocks(['navigation-link']),
  },
});
