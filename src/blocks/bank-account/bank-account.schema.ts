import { blockSchema, text } from '#storyblok/block-schema.ts';
import { accountFaults } from '#storyblok/lender-facts.ts';

/** Which of the lender's accounts: its numbers are printed as the lending role has them, not as they stand here. */
export const schema = blockSchema({
  name: 'bank-account',
  displayName: { es: 'Datos bancarios: una cuenta', en: 'Bank details: an account' },
  kind: 'nested',
  fields: {
    bank: text({
      translatable: false,
      description: { es: 'Vacío: el banco de ese CCI', en: 'Blank: the bank of that CCI' },
    }),
    account: text({
      translatable: false,
      description: { es: 'Vacío: la cuenta de ese CCI', en: 'Blank: the account of that CCI' },
    }),
    cci: text({
      required: true,
      translatable: false,
      description: {
        es: 'Elige la cuenta: su código interbancario, 20 dígitos. Solo cuentas en las que cobramos',
        en: 'Chooses the account: its interbank code, 20 digits. Only accounts that we receive money on',
      },
    }),
  },
  faultsIn: accountFaults,
});
