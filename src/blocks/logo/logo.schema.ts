import { asset, blockSchema, link, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'logo',
  displayName: { es: 'Un logo', en: 'A logo' },
  kind: 'nested',
  fields: {
    name: text({
      required: true,
      translatable: false,
      description: {
        es: 'Se lee en voz alta, y se muestra mientras no hay imagen',
        en: 'Read out, and shown while there is no picture',
      },
    }),
    image: asset({}),
    link: link({}),
  },
});
