import { checkBankAccount } from '#api/endpoints/applications/check-bank-account.ts';
import { checkBankAccount as checkAccount } from '#api/field-rules/bank-account.ts';
import { invalidFields } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { readBanks } from '#server/lending/parameters/bank-store.ts';
import type { ApplicationContext } from '../application-context.ts';

export function checkBankAccountRoute({ db }: Pick<ApplicationContext, 'db'>): Route<typeof checkBankAccount> {
  return {
    endpoint: checkBankAccount,
    async answer({ body: { bankId, accountNumber, cci } }) {
      const bank = (await readBanks(db.kysely)).find(({ id }) => id === bankId);
      const { fieldErrors, warnings } = checkAccount(bank && { ...bank, cciPrefix: bank.code }, { accountNumber, cci });
      if (!bank || fieldErrors.length > 0) return invalidFields(fieldErrors);
      return { kind: 'ok', body: { ok: true, bankCode: bank.code, warnings: [...warnings] }, headers: {} };
    },
  };
}
