import { describe, expect, test } from 'vitest';
import { readNotifications } from '#api/endpoints/clients/read-notifications.ts';
import { readNotifications as stored } from '#server/lending/clients/notification-store.ts';
import { notify } from '#server/lending/clients/notify.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  const now = () => lending.clock.now();

  async function aToldClient(): Promise<Borrower & { readonly ids: string[] }> {
    const borrower = await aBorrower(lending);
    const { personId } = borrower;
    for (const k of [1, 2, 3]) {
      const news = { personId, kind: 'loan-paid-off', params: { loanNumber: `P-${k}` }, naturalKey: `${k}` } as const;
      await lending.db.kysely.transaction().execute((trx) => notify(trx, { ...news, now: now() }));
    }
    return { ...borrower, ids: (await stored(lending.db.kysely, personId, { limit: 9 })).map(({ id }) => id) };
  }

  const read = async ({ headers }: Borrower, body: unknown) =>
    acceptedBody(await callEndpoint(lending, readNotifications, { headers, body }));

  test('some, then all of them; again changes nothing, and neither does one that is not there', async () => {
    const client = await aToldClient();
    expect(await read(client, { ids: [client.ids[0]] })).toEqual({ unread: 2 });
    const [first] = await stored(lending.db.kysely, client.personId, { limit: 1 });
    lending.clock.pass({ minutes: 5 });
    expect(await read(client, { ids: [client.ids[0], '01890000-0000-7000-8000-000000000000'] })).toEqual({ unread: 2 });
    expect((await stored(lending.db.kysely, client.personId, { limit: 1 }))[0]?.readAt).toEqual(first?.readAt);
    expect(await read(client, { all: true })).toEqual({ unread: 0 });
  });

  test('all that were there when the list was shown: what came since is still news', async () => {
    const client = await aToldClient();
    lending.clock.pass({ seconds: 1 });
    const { personId } = client;
    const news = { personId, kind: 'loan-paid-off', params: { loanNumber: 'P-4' }, naturalKey: '4' } as const;
    await lending.db.kysely.transaction().execute((trx) => notify(trx, { ...news, now: now() }));
    expect(await read(client, { all: true, upTo: client.ids[0] })).toEqual({ unread: 1 });
    expect(await read(client, { all: true })).toEqual({ unread: 0 });
  });

  test('nobody reads for another client', async () => {
    const [client, other] = [await aToldClient(), await aToldClient()];
    expect(await read(other, { ids: client.ids })).toEqual({ unread: 3 });
    expect(await read(other, { all: true })).toEqual({ unread: 0 });
    expect((await stored(lending.db.kysely, client.personId, { limit: 9 })).map(({ readAt }) => readAt)).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('400', () => {
  test.each([
    ['nothing to read', { ids: [] }, ['ids.too_short']],
    ['an id that is none', { ids: ['1'] }, ['ids.0.invalid']],
    ['not all of them', { all: false }, ['all.not_allowed']],
  ])('%s is refused', async (_, body, expected) => {
    const { headers } = await aBorrower(lending);
    const answer = await callEndpoint(lending, readNotifications, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, expected]);
  });
});
