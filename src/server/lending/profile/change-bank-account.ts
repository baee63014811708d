import { checkBankAccount } from '#api/field-rules/bank-account.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import { readAccountInUse } from '#server/lending/applications/account-in-use.ts';
import { rememberMark } from '#server/lending/applications/store/person-mark-store.ts';
import type { BankAccount } from '#server/lending/clients/bank-account-store.ts';
import { readBanks } from '#server/lending/parameters/bank-store.ts';
import { lockPerson, requestContactChange } from '#server/lending/people/contact-change.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import type { Limited } from '#server/lending/people/send-code.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { closeContactChanges } from '#server/lending/people/store/contact-change-store.ts';
import { takeAttempt } from '#server/lending/people/store/throttle-store.ts';
import { ACCOUNT_EMAIL_LIMIT } from '#server/lending/people/throttles.ts';

/**
 * Changes the account for the next loan, a top-up and refunds, from a day later (domain 2.1.3). Choosing the account
 * already in use takes a waiting change back.
 */
export async function changeBankAccount(
  context: IdentityContext,
  { personId, sessionId }: Client,
  account: BankAccount,
  { caller, userAgent }: Origin,
): Promise<{ readonly kind: 'changed' } | { readonly kind: 'gone' } | Limited | Refusal> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const bank = (await readBanks(db.kysely)).find(({ id }) => id === account.bankId);
  const { fieldErrors } = checkBankAccount(bank && { ...bank, cciPrefix: bank.code }, account);
  if (fieldErrors.length > 0) return invalidFields(fieldErrors);
  // Every change is told by SMS and e-mail to whoever was reached before it.
  const counted = { scope: 'bank-account-change', key: personId, now } as const;
  const attempt = await takeAttempt(db.kysely, counted, ACCOUNT_EMAIL_LIMIT);
  if (attempt.kind === 'limited') return attempt;
  return db.kysely.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, context, personId);
    if (!person) return { kind: 'gone' };
    const kind = 'BANK_ACCOUNT';
    if ((await readAccountInUse(trx, vault, personId))?.cci === account.cci) {
      await closeContactChanges(trx, { personId, kind, status: 'CANCELLED', now });
      return { kind: 'changed' };
    }
    const { bankId, accountType, cci } = account;
    const value = JSON.stringify({ bankId, accountType, cci });
    const asked = { kind, value, sessionId, status: 'PENDING' } as const;
    const { isNew } = await requestContactChange(trx, context, person, asked);
    if (!isNew) return { kind: 'changed' };
    await rememberMark(trx, vault, personId, { kind: 'cci', value: cci }, now);
    await recordAccess(trx, { personId, kind: 'BANK_ACCOUNT_CHANGED', at: now, caller, userAgent });
    return { kind: 'changed' };
  });
}
