import { checkBankAccount } from '#api/field-rules/bank-account.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import { readAccountInUse } from '#server/lending/applications/account-in-use.ts';
import { requestAccountChange } from '#server/lending/applications/named-account.ts';
import type { BankAccount } from '#server/lending/clients/bank-account-store.ts';
import { endContactChanges } from '#server/lending/clients/contact-change-notifications.ts';
import { rememberMark } from '#server/lending/fraud/person-mark-store.ts';
import { readBanks } from '#server/lending/parameters/bank-store.ts';
import { lockPerson } from '#server/lending/people/contact-change.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import type { Limited } from '#server/lending/people/send-code.ts';
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
  origin: Origin,
): Promise<{ readonly kind: 'changed' } | { readonly kind: 'gone' } | Limited | Refusal> {
  const { db, vault, clock } = context;
  const now = clock.now();
  const bank = (await readBanks(db.kysely)).find(({ id }) => id === account.bankId);
  const { fieldErrors } = checkBankAccount(bank && { ...bank, cciPrefix: bank.code }, account);
  if (fieldErrors.length > 0) return invalidFields(fieldErrors);
  // Every change sends SMS and e-mails to the contact details from before it, hence the limit.
  const counted = { scope: 'bank-account-change', key: personId, now } as const;
  const attempt = await takeAttempt(db.kysely, counted, ACCOUNT_EMAIL_LIMIT);
  if (attempt.kind === 'limited') return attempt;
  return db.kysely.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, context, personId);
    if (!person) return { kind: 'gone' };
    if ((await readAccountInUse(trx, vault, personId))?.cci === account.cci) {
      await endContactChanges(trx, { personId, kind: 'BANK_ACCOUNT', status: 'CANCELLED', now });
      return { kind: 'changed' };
    }
    const isNew = await requestAccountChange(trx, context, { person, sessionId, origin }, account);
    if (isNew) await rememberMark(trx, vault, personId, { kind: 'cci', value: account.cci }, now);
    return { kind: 'changed' };
  });
}
