import { checkBankAccount } from '#api/field-rules/bank-account.ts';
import { invalidFields, type Refusal } from '#server/kit/errors.ts';
import { readAccountInUse } from '#server/lending/applications/account-in-use.ts';
import { rememberMark } from '#server/lending/applications/store/person-mark-store.ts';
import { type BankAccount, insertBankAccount } from '#server/lending/clients/bank-account-store.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { readBanks } from '#server/lending/parameters/bank-store.ts';
import { identitySms, limaTime, pageUrl } from '#server/lending/people/identity-messages.ts';
import type { IdentityContext, Origin } from '#server/lending/people/people-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { sendAccountEmail } from '#server/lending/people/send-account-email.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';

/** Domain 2.8: with a stolen session no money can be diverted before the client has read the notice. */
const COOL_DOWN_MS = 24 * 3_600_000;

/**
 * Changes the account for the next loan, a top-up and refunds, from a day later. The client is notified by e-mail and
 * SMS. Choosing the account already in use changes nothing.
 */
export async function changeBankAccount(
  context: IdentityContext,
  personId: string,
  account: BankAccount,
  { caller, userAgent }: Origin,
): Promise<{ readonly kind: 'changed' } | { readonly kind: 'gone' } | Refusal> {
  const { db, vault, clock } = context;
  return db.kysely.transaction().execute(async (trx) => {
    // Serialises two concurrent requests.
    await trx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().execute();
    const now = clock.now();
    const person = await readPerson(trx, vault, personId);
    if (!person) return { kind: 'gone' };
    const bank = (await readBanks(trx)).find(({ id }) => id === account.bankId);
    const { fieldErrors } = checkBankAccount(bank && { ...bank, cciPrefix: bank.code }, account);
    if (fieldErrors.length > 0) return invalidFields(fieldErrors);
    if ((await readAccountInUse(trx, vault, personId))?.cci === account.cci) return { kind: 'changed' };
    const seal = await personSeal(trx, vault, personId);
    await insertBankAccount(trx, seal, { personId, account, usableAt: new Date(now + COOL_DOWN_MS), now });
    await rememberMark(trx, vault, personId, { kind: 'cci', value: account.cci }, now);
    await recordAccess(trx, { personId, kind: 'BANK_ACCOUNT_CHANGED', at: now, caller, userAgent });
    const told = { ...limaTime(now), digits: account.cci.slice(-4) };
    const link = pageUrl(context.siteUrl, person.language, '/profile/settings');
    await sendAccountEmail(trx, context, person, 'bank-account-changed', { ...told, link });
    if (person.phone !== undefined) {
      const to = { phone: person.phone, language: person.language };
      const sms = identitySms('bank-account-changed', to, { ...told, brand: context.brandName });
      await enqueueSealedMessage(trx, vault, sms, now);
    }
    return { kind: 'changed' };
  });
}
