import { blockSchema, text } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'bank-account',
  displayName: { es: 'Datos bancarios: una cuenta', en: 'Bank details: an account' },
  kind: 'nested',
  fields: {
    bank: text({ required: true, translatable: false }),
    account: text({
      required: true,
      translatable: false,
      description: { es: 'Como lo escribe el banco', en: 'As the bank writes it' },
    }),
    cci: text({
      required: true,
      translatable: false,
      description: { es: 'Código interbancario, 20 dígitos', en: 'Interbank code, 20 digits' },
    }),
  },
});
