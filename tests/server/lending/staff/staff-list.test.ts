import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { type Cents, cents } from '#loan/money.ts';
import { answerList, type StaffList } from '#server/lending/staff/staff-list.ts';

interface Row {
  readonly note: string;
  readonly amount: Cents;
}

/** A list without an end that counts the pages it was asked for. */
function endless(asked: string[]): StaffList<Row> {
  return {
    name: 'rows',
    columns: { note: 'plain', amount: 'money' },
    page: async ({ cursor = '0' }) => {
      asked.push(cursor);
      return { rows: [{ note: '=1+1', amount: cents(-5) }], next: String(Number(cursor) + 1) };
    },
  };
}

function appOf(list: StaffList<Row>) {
  return new Hono().get('/', (c) => answerList(c, list, { cursor: undefined, limit: 10 }));
}

test('as CSV the next page is read when the one before has been taken, so that no list is held in memory', async () => {
  const asked: string[] = [];
  const answer = await appOf(endless(asked)).request('/', { headers: { accept: 'text/csv' } });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const text = async () => new TextDecoder('utf-8', { ignoreBOM: true }).decode((await reader.read()).value);
  expect(await text()).toBe('\ufeffnote,amount\r\n');
  // What a spreadsheet would run is text; an amount below zero is a number.
  expect(await text()).toBe("'=1+1,-0.05\r\n");
  await text();
  expect(asked.length).toBeLessThanOrEqual(4);
  await reader.cancel();
});

test('as JSON it is one page, in soles, and says where the next one begins', async () => {
  const asked: string[] = [];
  const answer = await appOf(endless(asked)).request('/');
  expect(await answer.json()).toEqual({ rows: [{ note: '=1+1', amount: -0.05 }], next: '1' });
  expect(asked).toEqual(['0']);
});
