import { expect, test } from 'vitest';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { file, STAFF, staff, withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const book = withComplaintsBook();
const text = 'Registramos tu pago con fecha 14/02/2026 y anulamos la mora.';
let filed = 0;

async function aFiled(on: string, type: 'RECLAMO' | 'QUEJA' = 'RECLAMO'): Promise<string> {
  book.clock.moveTo(on);
  filed += 1;
  return (await file(book, aComplaint({ type, detail: `El reclamo número ${filed} de este libro.` }))).code;
}

async function answered(code: string, on: string, solution: string): Promise<void> {
  book.clock.moveTo(on);
  expect((await staff(book, `/${code}/answer`, { text, solution })).status).toBe(200);
}

const read = async (query: string) => (await staff(book, `/statistics${query}`)).json();

test('complaints are counted by month of filing, by type, result and business days', async () => {
  const [first, second, third] = [
    await aFiled('2026-03-27'),
    await aFiled('2026-03-27', 'QUEJA'),
    await aFiled('2026-03-30'),
  ];
  await answered(first, '2026-04-01', 'ACCEPTED');
  await answered(second, '2026-04-22', 'REJECTED');
  await answered(third, '2026-04-22', 'PARTIAL');
  // An agreement afterwards takes the place of the answer, not its day.
  book.clock.moveTo('2026-05-04');
  expect((await staff(book, `/${third}/settle`, { text: 'Acordamos devolver S/ 14,46 el lunes.' })).status).toBe(200);
  await aFiled('2026-05-04');
  book.clock.moveTo('2026-06-30');
  const { months, from, to } = await read('?from=2026-03-01&to=2026-06-30');
  expect([from, to]).toEqual(['2026-03-01', '2026-06-30']);
  const nothing = { filed: 0, claims: 0, complaints: 0, accepted: 0, partial: 0, rejected: 0, settled: 0, waiting: 0 };
  const none = { ...nothing, medianDays: null, mostDays: null, late: 0 };
  expect(months).toEqual([
    {
      ...none,
      month: '2026-03',
      filed: 3,
      claims: 2,
      complaints: 1,
      accepted: 1,
      rejected: 1,
      settled: 1,
      medianDays: 15,
      mostDays: 16,
      late: 1,
    },
    { ...none, month: '2026-04' },
    { ...none, month: '2026-05', filed: 1, claims: 1, waiting: 1, late: 1 },
    { ...none, month: '2026-06' },
  ]);
});

test('the last twelve months unless told, and a period that ends before it begins is refused', async () => {
  book.clock.moveTo('2026-06-30');
  const { months } = await read('');
  expect(months.map(({ month }: { month: string }) => month)).toEqual([
    ...['07', '08', '09', '10', '11', '12'].map((month) => `2025-${month}`),
    ...['01', '02', '03', '04', '05', '06'].map((month) => `2026-${month}`),
  ]);
  const wrong = await staff(book, '/statistics?from=2026-03-01&to=2026-02-01');
  expect([wrong.status, (await wrong.json()).error.fieldErrors]).toEqual([
    400,
    [{ field: 'from', code: 'out_of_range' }],
  ]);
});

test('it says nothing about anybody, and leaves as a file', async () => {
  await aFiled('2026-03-27');
  const { headers } = await aColleague(book.db, 'ana');
  const csv = await (
    await book.app.request(`${STAFF}/statistics`, { headers: { ...headers, accept: 'text/csv' } })
  ).text();
  expect(csv).toContain('2026-03;1;1;0;0;0;0;0;1;;;0');
  expect(csv).not.toContain('Rosa');
});
