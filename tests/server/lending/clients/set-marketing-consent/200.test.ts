import { expect, test } from 'vitest';
import { setMarketingConsent } from '#api/endpoints/clients/set-marketing-consent.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { notify } from '#server/lending/clients/notify.ts';
import { readMessages } from '#server/lending/messages/outbox-store.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { deliverMessages } from '#tests/support/messages/notifications.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const WORDS = 'c'.repeat(64);

const decide = async ({ headers }: Borrower, body: object) =>
  acceptedBody(await callEndpoint(lending, setMarketingConsent, { headers, body }));

const ledgerOf = ({ personId }: Borrower) =>
  lending.db.kysely
    .selectFrom('consent_event')
    .select(['purpose', 'granted', 'text_version', 'actor'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('purpose')
    .execute();

test('a yes to one channel is a yes to no other, and the ledger has the words', async () => {
  const client = await aBorrower(lending);
  const yes = { acceptMarketing: true, channels: { email: true }, textVersion: WORDS };
  const decided = await decide(client, yes);
  expect(decided).toEqual({
    value: true,
    channels: { sms: false, email: true, call: false, whatsapp: false },
    changedAt: '2026-01-15T17:00:00.000Z',
  });
  expect(await ledgerOf(client)).toEqual(
    [
      ['MARKETING_CALL', false],
      ['MARKETING_EMAIL', true],
      ['MARKETING_SMS', false],
      ['MARKETING_WHATSAPP', false],
    ].map(([purpose, granted]) => ({ purpose, granted, text_version: WORDS, actor: 'CLIENT' })),
  );
  const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers: client.headers, query: {} }));
  expect(profile.acceptMarketing).toEqual(decided);
});

test('without channels the answer is for all four', async () => {
  const client = await aBorrower(lending);
  const all = await decide(client, { acceptMarketing: true, textVersion: WORDS });
  expect(Object.values(all.channels)).toEqual([true, true, true, true]);
  expect((await decide(client, { acceptMarketing: false })).value).toBe(false);
  expect(await ledgerOf(client)).toHaveLength(8);
});

test('taken back, it stops in the same second what was on its way; asked again, the last word counts', async () => {
  const client = await aBorrower(lending);
  const { personId } = client;
  const yes = { acceptMarketing: true, channels: { email: true }, textVersion: WORDS };
  const advertise = (naturalKey: string) =>
    lending.db.kysely
      .transaction()
      .execute((trx) => notify(trx, { personId, kind: 'next-loan', params: {}, naturalKey, now: lending.clock.now() }));
  await decide(client, yes);
  await advertise('one');
  await decide(client, { acceptMarketing: false });
  expect((await deliverMessages(lending)).emails).toEqual([]);
  const [message] = await readMessages(lending.db.kysely, 1);
  expect(message?.withheldBecause).toBe('no-consent');
  await decide(client, yes);
  await advertise('two');
  expect((await deliverMessages(lending)).emails).toHaveLength(1);
});
