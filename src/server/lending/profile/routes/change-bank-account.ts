import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { tooManyRequests, unauthorized } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { presentAccount } from '#server/lending/applications/account-in-use.ts';
import { type IdentityContext, originOf } from '#server/lending/people/people-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { pendingOf, readContactChanges } from '#server/lending/people/store/contact-change-store.ts';
import { changeBankAccount as change } from '../change-bank-account.ts';

export function changeBankAccountRoute(context: IdentityContext): Route<typeof changeBankAccount> {
  return {
    endpoint: changeBankAccount,
    async answer({ client, body: { bankId, type, cci }, context: c }) {
      const account = { bankId, accountType: type, cci };
      const changed = await change(context, client, account, originOf(context, c));
      if (changed.kind === 'refused') return changed;
      if (changed.kind === 'limited') return tooManyRequests(changed.retryAfterSeconds);
      // Erased while this browser still held a session.
      if (changed.kind === 'gone') return unauthorized();
      const { db, vault } = context;
      const seal = await personSeal(db.kysely, vault, client.personId);
      const pendingAccount = pendingOf(await readContactChanges(db.kysely, seal, client.personId), 'BANK_ACCOUNT');
      const bankAccount = await presentAccount(context, client.personId);
      return { kind: 'ok', body: { bankAccount, pendingAccount }, headers: {} };
    },
  };
}
