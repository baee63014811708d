import { anchor, blockSchema, blocks, text, textarea } from '#storyblok/block-schema.ts';

export const schema = blockSchema({
  name: 'bank-details',
  displayName: { es: 'Datos bancarios', en: 'Bank details' },
  kind: 'nested',
  fields: {
    anchor: anchor('/#pagar'),
    title: text({ required: true }),
    lead: textarea({}),
    holder: text({
      required: true,
      translatable: false,
      description: { es: 'De quién son las cuentas', en: 'Who the accounts belong to' },
    }),
    ruc: text({
      required: true,
      translatable: false,
      description: { es: 'RUC del titular, 11 dígitos', en: 'RUC of the holder, 11 digits' },
    }),
    accounts: blocks(['bank-account'], { minimum: 1 }),
  },
});
