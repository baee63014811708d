import { blockSchema, text, textarea } from '#storyblok/block-schema.ts';

/** Shown in place of a calculator: links to sign in and to apply. */
export const schema = blockSchema({
  name: 'no-calculator',
  displayName: { es: 'Sin calculadora', en: 'No calculator' },
  kind: 'nested',
  fields: {
    title: text({ required: true, max: 90 }),
    text: textarea({}),
    new_client_text: text({
      required: true,
      description: { es: 'Botón que lleva a la solicitud', en: 'Button to the application' },
    }),
    existing_client_text: text({ required: true, description: { es: 'Botón para ingresar', en: 'Button to sign in' } }),
  },
});
