import { expect, test } from 'vitest';
import { isAboutClients, peopleOfSubjects } from '#server/lending/privacy/people-of-subjects.ts';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const lending = withPayments();

/** Kinds of subjects that are about no client: the lender's own, and files and messages of many or of nobody. */
const OF_NO_CLIENT = [
  'bank',
  'bank-answer',
  'business-date',
  'channel',
  'colleague',
  'complaint',
  'holiday',
  'parameter',
  'passkey',
  'product',
  'provider',
  'service',
  'task',
  'tax-month',
  'webhook',
];

test('every kind of subject that the code writes is known as about clients, or as about none', () => {
  const sources = filesUnder('src/server/lending').filter((file) => file.endsWith('.ts'));
  const kinds = sources.flatMap((file) =>
    [...read(file).matchAll(/\bsubject\b[^\n`]*`(?!operator)([a-z-]+):\$\{/g)].map(([, kind = '']) => kind),
  );
  const others = [...new Set(kinds)].filter((kind) => !isAboutClients(kind));
  expect(kinds.length).toBeGreaterThan(50);
  expect(others.sort()).toEqual(OF_NO_CLIENT);
});

test('each thing has its client, and what is about nobody or does not exist has none', async () => {
  const debtor = await aDebtor(lending);
  const { id: paymentId } = await startPayment(lending, debtor, { purpose: 'PARTIAL', amount: 90, method: 'MANUAL' });
  const own = [debtor.number, `loan:${debtor.number}`, `person:${debtor.personId}`, `payment:${paymentId}`];
  const others = [
    `payment:${debtor.personId}`,
    'payment:1',
    'person:',
    'colleague:ana',
    'P-2026-9999999',
    'toString:1',
    '',
  ];
  const people = await peopleOfSubjects(lending.db.kysely, [...own, ...others]);
  expect([...people]).toEqual(own.map((subject) => [subject, [debtor.personId]]));
});
