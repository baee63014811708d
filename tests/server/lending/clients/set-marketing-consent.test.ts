import { describe, expect, test } from 'vitest';
import { setMarketingConsent } from '#api/endpoints/clients/set-marketing-consent.ts';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { consentDigest } from '#client-area/form/consent-digest.ts';
import { marketingWords } from '#i18n/consent-words.ts';
import { LOCALES } from '#i18n/locale.ts';
import { MESSAGES } from '#i18n/messages.ts';
import { notify } from '#server/lending/clients/notify.ts';
import { readMessages } from '#server/lending/messages/outbox-store.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { deliverMessages } from '#tests/support/messages/notifications.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
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

  test('a yes to one channel is a yes to no other, and the ledger has the words', {
    tags: ['spec-3.38', 'spec-7.11', 'promise-advertising'],
  }, async () => {
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

  test('each change has its receipt among the documents, and what stays as it was has none', async () => {
    const client = await aBorrower(lending);
    const papers = async () => {
      const { headers } = client;
      const { items } = acceptedBody(await callEndpoint(lending, listDocuments, { headers, query: {} }));
      return items.map(({ type }) => type);
    };
    await decide(client, { acceptMarketing: true, channels: { email: true } });
    expect(await papers()).toEqual(['CONSENT_RECEIPT']);
    await decide(client, { acceptMarketing: true, channels: { email: true } });
    expect(await papers()).toHaveLength(1);
    await decide(client, { acceptMarketing: false });
    expect(await papers()).toHaveLength(2);
  });

  test('without channels the answer is for all four', async () => {
    const client = await aBorrower(lending);
    const all = await decide(client, { acceptMarketing: true, textVersion: WORDS });
    expect(Object.values(all.channels)).toEqual([true, true, true, true]);
    expect((await decide(client, { acceptMarketing: false })).value).toBe(false);
    expect(await ledgerOf(client)).toHaveLength(8);
  });

  test.each(LOCALES)(
    'a yes that names no words is a yes to those the server has in %s',
    { tags: 'spec-7.11' },
    async (language) => {
      const client = await aBorrower(lending);
      const headers = { ...client.headers, 'Accept-Language': language };
      const decided = acceptedBody(
        await callEndpoint(lending, setMarketingConsent, { headers, body: { acceptMarketing: true } }),
      );
      expect(decided).toMatchObject({ value: true, channels: { sms: true, email: true, call: true, whatsapp: true } });
      const shown = await consentDigest(marketingWords((key) => MESSAGES[key][language]));
      for (const { text_version } of await ledgerOf(client)) expect(text_version).toBe(shown);
    },
  );

  test('taken back, it stops in the same second what was on its way; asked again, the last word counts', {
    tags: 'promise-advertising',
  }, async () => {
    const client = await aBorrower(lending);
    const { personId } = client;
    const yes = { acceptMarketing: true, channels: { email: true }, textVersion: WORDS };
    const advertise = (naturalKey: string) =>
      lending.db.kysely
        .transaction()
        .execute((trx) =>
          notify(trx, { personId, kind: 'next-loan', params: {}, naturalKey, now: lending.clock.now() }),
        );
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
});

describe('400', () => {
  const textVersion = 'c'.repeat(64);

  test.each([
    ['a yes to words in no form we know', { acceptMarketing: true, textVersion: 'v1' }, ['textVersion.invalid']],
    ['a yes to no channel', { acceptMarketing: true, channels: { sms: false }, textVersion }, ['channels.mismatch']],
    ['a no that names a channel', { acceptMarketing: false, channels: { sms: true } }, ['channels.mismatch']],
    ['neither yes nor no', { acceptMarketing: 'maybe' }, ['acceptMarketing.invalid']],
    [
      'an unknown channel',
      { acceptMarketing: true, channels: { sms: true, fax: true }, textVersion },
      ['channels.fax.unknown'],
    ],
  ])('%s is refused, and nothing is written', async (_, body, expected) => {
    const { headers, personId } = await aBorrower(lending);
    const answer = await callEndpoint(lending, setMarketingConsent, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, expected]);
    const rows = lending.db.kysely.selectFrom('consent_event').select('id').where('person_id', '=', personId);
    expect(await rows.execute()).toEqual([]);
  });
});
