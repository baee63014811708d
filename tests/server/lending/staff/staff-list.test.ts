import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type Cents, cents } from '#loan/money.ts';
import { list as described, soles, text } from '#server/lending/staff/answer.ts';
import { answerList, type StaffList } from '#server/lending/staff/staff-list.ts';

interface Row {
  readonly note: string;
  readonly amount: Cents;
}

/** A list without an end that counts the pages it was asked for. */
function endless(asked: string[]): StaffList<Row> {
  return {
    count: async ({ until, most }) => ({
      rows: until === undefined ? most : Number(until),
      isMore: until === undefined,
    }),
    name: 'rows',
    page: async ({ cursor = '0' }) => {
      asked.push(cursor);
      return { rows: [{ note: '=1+1', amount: cents(-5) }], next: String(Number(cursor) + 1) };
    },
  };
}

function appOf(list: StaffList<Row>) {
  const app = new Hono().use(async (c, next) => {
    c.set(
      'act' as never,
      {
        name: 'loan list',
        answers: described('rows', 'Filas', 'Rows', { note: text('Nota', 'Note'), amount: soles('Monto', 'Amount') }),
      } as never,
    );
    c.set('businessDate' as never, '2026-01-15' as never);
    await next();
  });
  return app.get('/', (c) => answerList(c, list, { cursor: c.req.query('cursor'), limit: 10 }));
}

test('as CSV the next page is read when the one before has been taken, so that no list is held in memory', async () => {
  const asked: string[] = [];
  const answer = await appOf(endless(asked)).request('/?cursor=7', { headers: { accept: 'text/csv' } });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="loan-list-2026-01-15.csv"');
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const text = async () => new TextDecoder('utf-8', { ignoreBOM: true }).decode((await reader.read()).value);
  expect(await text()).toBe('\ufeffnote;amount\r\n');
  // What a spreadsheet would run is text; an amount below zero is a number.
  expect(await text()).toBe("'=1+1;-0.05\r\n");
  await text();
  // From the first row, wherever the page began that it was asked on.
  expect(asked[0]).toBe('0');
  expect(asked.length).toBeLessThanOrEqual(4);
  await reader.cancel();
});

test('as JSON it is one page, in soles, and says where the next one begins', async () => {
  const asked: string[] = [];
  const answer = await appOf(endless(asked)).request('/');
  const page = { from: 1, to: 1, of: 10_000, isMore: true };
  expect(await answer.json()).toEqual({ rows: [{ note: '=1+1', amount: -0.05 }], page, next: '1' });
  expect(asked).toEqual(['0']);
});
