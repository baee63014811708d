import { expect, test } from 'vitest';
import { cancelContactChange } from '#api/endpoints/profile/cancel-contact-change.ts';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { forgetTraces } from '#server/lending/people/forget-traces.ts';
import { settleRecovery } from '#server/lending/people/recover-phone.ts';
import { callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { askForRecovery, waitingForMailbox, waitingRecovery } from '#tests/support/people/recovery.ts';
import { begin } from '#tests/support/people/registration.ts';

const lending = withTestLending();

async function left() {
  const { kysely } = lending.db;
  const registrations = await kysely.selectFrom('registration').select('details_sealed as kept').execute();
  const challenges = await kysely.selectFrom('challenge').select('destination_sealed as kept').execute();
  const attempts = await kysely.selectFrom('throttle_event').select('id').execute();
  const rates = await kysely.selectFrom('throttle_bucket').select('key').execute();
  const kept = (rows: readonly { readonly kept: string | null }[]) => rows.filter((row) => row.kept !== null).length;
  const counted = { attempts: attempts.length, rates: rates.length };
  return { registrations: kept(registrations), challenges: kept(challenges), ...counted };
}

test('what somebody typed who never came back is gone a day later; counted attempts a day after that, and a rate as soon as it is whole again', {
  tags: ['asvs-14.2.4', 'promise-how-long-data-are-kept'],
}, async () => {
  await begin(lending);
  const run = () => forgetTraces({ db: lending.db.kysely, clock: lending.clock });
  await run();
  expect(await left()).toEqual({ registrations: 1, challenges: 1, attempts: 3, rates: 1 });
  lending.clock.pass({ hours: 24, seconds: 1 });
  await run();
  expect(await left()).toEqual({ registrations: 0, challenges: 0, attempts: 3, rates: 0 });
  lending.clock.pass({ hours: 24 });
  await run();
  expect((await left()).attempts).toBe(0);
});

test('telephones, mailboxes and accounts of a change of contact are gone 90 days after it was decided', async () => {
  const client = await aBorrower(lending, { stepUp: ['change-email'] });
  const { headers } = client;
  await callEndpoint(lending, changeEmail, { headers, body: { newEmail: 'nueva@example.pe' } });
  await callEndpoint(lending, cancelContactChange, { headers, body: { kind: 'EMAIL' } });
  const keptAfter = async (days: number) => {
    lending.clock.pass({ hours: 24 * days });
    await forgetTraces({ db: lending.db.kysely, clock: lending.clock });
    const rows = lending.db.kysely.selectFrom('contact_change').select(['value_sealed', 'told_sealed']);
    return (await rows.execute()).flatMap(({ value_sealed, told_sealed }) => [
      value_sealed !== null,
      told_sealed !== null,
    ]);
  };
  expect(await keptAfter(89)).toEqual([true, true]);
  expect(await keptAfter(2)).toEqual([false, false]);
});

test('the number or mailbox of a recovery goes a day after its link was not used, and 90 days after it was decided', async () => {
  const recoveries = async () => {
    await forgetTraces({ db: lending.db.kysely, clock: lending.clock });
    const rows = lending.db.kysely.selectFrom('phone_recovery').selectAll();
    return (await rows.orderBy('id').execute()).map(
      (row) => `${row.status} ${row.new_phone_sealed === '' && row.new_email_sealed === null ? 'gone' : 'kept'}`,
    );
  };
  await askForRecovery(lending, await aBorrower(lending));
  const waiting = [waitingRecovery, waitingForMailbox].map(async (ask) => ask(lending, await aBorrower(lending)));
  const ids = await Promise.all(waiting);
  lending.clock.pass({ hours: 23 });
  expect(await recoveries()).toEqual(['EMAIL_SENT kept', 'WAITING kept', 'WAITING kept']);
  lending.clock.pass({ hours: 2 });
  expect(await recoveries()).toEqual(['EMAIL_SENT gone', 'WAITING kept', 'WAITING kept']);
  for (const id of ids) await settleRecovery(identityContext(lending), id, { approved: false, operator: 'Rosa' });
  lending.clock.pass({ hours: 24 * 89 });
  expect(await recoveries()).toEqual(['EMAIL_SENT gone', 'REJECTED kept', 'REJECTED kept']);
  lending.clock.pass({ hours: 24 * 2 });
  expect(await recoveries()).toEqual(['EMAIL_SENT gone', 'REJECTED gone', 'REJECTED gone']);
});
