import type { CallOutput } from '#api/call.ts';
import { listBanks } from '#api/endpoints/applications/list-banks.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { type Banks, bankErrors, bankIdOf } from '#client-area/application/financial/account-fields.tsx';
import { createOptions } from '#client-area/application/form-steps/options.store.ts';
import { type Combined, combine } from '#client-area/data/combined.store.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';

/** The data with which the account is shown and chosen. */
export const createAccountData = () =>
  combine({ banks: createLoaded(listBanks, {}), accountTypes: createOptions('BankAccountType') });
export type AccountData = Combined<ReturnType<typeof createAccountData>['parts']>;

type AccountValues = Readonly<Record<'cci' | 'type', string>>;

/** Creates the form of the account. Changing it requires a code (428) and continues after it. */
export function createAccountForm(
  banks: Banks,
  onDone: (answer: CallOutput<typeof changeBankAccount>) => void,
): FormStore<AccountValues> {
  const initial: AccountValues = { cci: '', type: '' };
  return createForm({
    endpoint: changeBankAccount,
    initial,
    toBody: (values) => ({ ...given(values), bankId: bankIdOf(banks, values.cci) }),
    aliases: { bankId: 'cci' },
    check: ({ cci }) => bankErrors(banks, 'cci', cci),
    onDone,
  });
}
