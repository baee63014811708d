import { listBanks } from '#api/endpoints/applications/list-banks.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { readBanks } from '#server/lending/parameters/bank-store.ts';
import type { ApplicationContext } from '../application-context.ts';

export function listBanksRoute({ db }: Pick<ApplicationContext, 'db'>): Route<typeof listBanks> {
  return {
    endpoint: listBanks,
    async answer() {
      const banks = await readBanks(db.kysely);
      const body = banks.map(({ id, name, code, accountLengths }) => ({
        id,
        name,
        code,
        accountLengths: [...accountLengths],
        cciPrefix: code,
      }));
      return { kind: 'ok', body, headers: {} };
    },
  };
}
