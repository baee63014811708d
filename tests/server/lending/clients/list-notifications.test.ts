import { describe, expect, test } from 'vitest';
import { listNotifications } from '#api/endpoints/clients/list-notifications.ts';
import { notify } from '#server/lending/clients/notify.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  async function tell(personId: string, count: number): Promise<void> {
    for (let k = 1; k <= count; k += 1) {
      lending.clock.pass({ seconds: 1 });
      const params = { loanNumber: `P-2026-${String(k).padStart(7, '0')}`, amountCents: 57_303, paidOn: '2026-02-14' };
      const news = { personId, kind: 'payment-received', params, naturalKey: `payment:${k}` } as const;
      await lending.db.kysely.transaction().execute((trx) => notify(trx, { ...news, now: lending.clock.now() }));
    }
  }

  const list = async (headers: Record<string, string>, query = {}) =>
    acceptedBody(await callEndpoint(lending, listNotifications, { headers, query }));

  test('a client reads what they were told, newest first, page by page, each of them once', async () => {
    const { headers, personId } = await aBorrower(lending);
    await tell(personId, 45);
    const ids: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(headers, cursor === null ? {} : { cursor });
      ids.push(...page.items.map(({ id }) => id));
      sizes.push(page.items.length);
      expect(page.unread).toBe(45);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(sizes).toEqual([20, 20, 5]);
    expect(ids).toEqual([...new Set(ids)].sort().reverse());
  });

  test('in the language they read, with amounts and dates as people write them', async () => {
    const { headers, personId } = await aBorrower(lending);
    await tell(personId, 1);
    const [spanish] = (await list({ ...headers, 'Accept-Language': 'es-PE' })).items;
    expect(spanish).toEqual({
      id: spanish?.id,
      kind: 'payment-received',
      title: 'Recibimos tu pago',
      body: 'Recibimos S/\u00a0573,03 el 14/02/2026 para tu préstamo P-2026-0000001. En tus documentos encontrarás el recibo y, la noche siguiente, la boleta de lo que lleva IGV.',
      createdAt: '2026-01-15T17:00:01.000Z',
      readAt: null,
      link: '/profile/',
      severity: 'SUCCESS',
    });
    const [english] = (await list({ ...headers, 'Accept-Language': 'en-GB,en' })).items;
    expect(english?.title).toBe('We have received your payment');
  });

  test('nobody reads what somebody else was told', async () => {
    const [{ personId }, other] = [await aBorrower(lending), await aBorrower(lending)];
    await tell(personId, 2);
    expect(await list(other.headers)).toEqual({ items: [], unread: 0, nextCursor: null });
  });
});

describe('400', () => {
  test.each([
    ['a cursor that is none', { cursor: "' or 1=1" }, 'cursor.invalid'],
    ['an unknown parameter', { page: '2' }, 'page.unknown'],
  ])('%s is refused', async (_, query, expected) => {
    const { headers } = await aBorrower(lending);
    const answer = await callEndpoint(lending, listNotifications, { headers, query: query as Record<string, string> });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [expected]]);
  });
});
