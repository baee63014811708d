import { asset, blockSchema, boolean, link, number, option, text, textarea } from '#storyblok/block-schema.ts';

/** What a page may have beside its title; those with figures are drawn from the engine. */
const PICTURES = [
  'none',
  'bridge',
  'cells',
  'columns',
  'early',
  'identity-card',
  'looms',
  'lozenges',
  'people',
  'week',
] as const;

export const schema = blockSchema({
  name: 'page-header',
  displayName: 'Page header',
  kind: 'nested',
  fields: {
    title: text({ required: true }),
    lead: textarea({}),
    image: asset({ description: 'Behind the title' }),
    picture: option(PICTURES, { description: 'Beside the title: what explains the page. Not together with an image' }),
    product_id: number({ description: 'The loan of the picture, if it shows one' }),
    amount: number({ min: 1, description: 'Soles' }),
    term: number({ min: 1, description: 'Days for a single payment, months for instalments' }),
    contacts: boolean({ description: 'Telephone and WhatsApp, large' }),
    link: link({}),
    link_text: text({ description: 'What the button says; without it there is no button' }),
  },
});
