import { anchor, blockSchema, blocks, text, textarea } from '#storyblok/block-schema.ts';
import { ruc } from '#storyblok/kind-fields.ts';

export const schema = blockSchema({
  name: 'bank-details',
  displayName: { es: 'Datos bancarios', en: 'Bank details' },
  kind: 'nested',
  fields: {
    anchor: anchor('/#pagar'),
    title: text({ required: true, max: 90 }),
    lead: textarea({}),
    holder: text({
      required: true,
      translatable: false,
      description: { es: 'De quién son las cuentas', en: 'Who the accounts belong to' },
    }),
    ruc: ruc({
      required: true,
      description: { es: 'RUC del titular, 11 dígitos', en: 'RUC of the holder, 11 digits' },
    }),
    accounts: blocks(['bank-account'], { minimum: 1 }),
  },
});
