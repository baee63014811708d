import { expect, test } from 'vitest';
import { watchComplaints } from '#server/lending/complaints/watch-complaints.ts';
import { insertHolidays } from '#server/lending/parameters/holiday-store.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import {
  createTestBook,
  deliver,
  file,
  staff,
  testMail,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';

const book = withComplaintsBook();

test('alerts come on the 5th, 10th, 13th and 15th business day, once each, by e-mail to the staff', {
  tags: 'promise-the-complaints-book',
}, async () => {
  await file(book);
  const raised: Record<string, number> = {};
  for (const day of [
    '2026-04-02',
    '2026-04-07',
    '2026-04-08',
    '2026-04-14',
    '2026-04-17',
    '2026-04-21',
    '2026-05-04',
  ]) {
    book.clock.moveTo(day);
    raised[day] = (await watchComplaints(book.context)) + (await watchComplaints(book.context));
  }
  expect(raised).toEqual({
    '2026-04-02': 0,
    '2026-04-07': 1,
    '2026-04-08': 0,
    '2026-04-14': 1,
    '2026-04-17': 1,
    '2026-04-21': 1,
    '2026-05-04': 0,
  });
  const mail = testMail();
  await deliver(book, mail);
  const alerts = mail.sent.filter(({ recipient }) => recipient === 'book@manay.example');
  expect(alerts.map(({ subject }) => subject)).toEqual([
    'LR-2026-000001: 5 días hábiles sin respuesta',
    'LR-2026-000001: 10 días hábiles sin respuesta',
    'LR-2026-000001: 13 días hábiles sin respuesta',
    'LR-2026-000001: 15 días hábiles sin respuesta',
  ]);
  expect(JSON.stringify(alerts)).not.toContain('Rosa');
});

test('several copies that look at once raise one alert', async () => {
  await file(book);
  book.clock.moveTo('2026-04-07');
  const copies = [1, 2, 3].map(() => createTestBook(book.db));
  for (const copy of copies) copy.clock.moveTo('2026-04-07');
  const raised = await Promise.all(copies.map((copy) => watchComplaints(copy.context)));
  expect(raised.reduce((sum, count) => sum + count, 0)).toBe(1);
});

test('an answered complaint is left in peace, and a missed week is made up for once', async () => {
  const { code } = await file(book);
  book.clock.moveTo('2026-04-17');
  expect(await watchComplaints(book.context)).toBe(1);
  await staff(book, `/${code}/settle`, { text: 'Acordamos devolver la mora.' });
  book.clock.moveTo('2026-04-30');
  expect(await watchComplaints(book.context)).toBe(0);
});

test('a complaint whose alert cannot be raised keeps no other from its own', async () => {
  await file(book);
  await file(book, aComplaint({ detail: 'Me cobraron dos veces la misma cuota en febrero de 2026.' }));
  book.clock.moveTo('2026-04-07');
  let isLost = false;
  const warn = () => {
    if (isLost) return;
    isLost = true;
    throw new Error('the connection is gone');
  };
  const log = Object.assign(Object.create(book.context.log), { warn });
  expect(await watchComplaints({ ...book.context, log })).toBe(1);
  expect(await watchComplaints(book.context)).toBe(1);
});

test('a holiday that Congress adds moves neither the promised day nor its alert', async () => {
  await file(book);
  await insertHolidays(book.db.kysely, [{ date: '2026-04-13', name: 'Feriado nuevo' }], 'test');
  // Promised for the 21st when it was filed.
  book.clock.moveTo('2026-04-21');
  expect(await watchComplaints(book.context)).toBe(1);
  const mail = testMail();
  await deliver(book, mail);
  expect(mail.sent.map(({ subject }) => subject)).toContain('LR-2026-000001: 15 días hábiles sin respuesta');
  const { complaints } = (await (await staff(book, '')).json()) as { complaints: { alert: number }[] };
  expect(complaints).toMatchObject([{ alert: 15 }]);
  await book.db.kysely.deleteFrom('holiday').where('date', '=', '2026-04-13').execute();
});
