import { anchor, blockSchema, boolean, link, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'next-step',
  displayName: { es: 'Siguiente paso', en: 'Next step' },
  kind: 'nested',
  fields: {
    anchor: anchor(),
    title: text({ required: true, max: 90 }),
    text: textarea({}),
    link: link({ required: true }),
    link_text: text({ required: true, description: { es: 'Lo que dice el botón', en: 'What the button says' } }),
    outlined: boolean({
      description: {
        es: 'Cuando la página ya tiene un botón lleno a la vista',
        en: 'Where the page has a solid button in the same view',
      },
    }),
    other_link: link({}),
    other_text: text({
      description: {
        es: 'Lo que dice el enlace junto al botón; sin texto no hay enlace',
        en: 'What the link beside the button says; without it there is none',
      },
    }),
  },
});
