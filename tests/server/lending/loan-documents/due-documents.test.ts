import { describe, expect, test } from 'vitest';
import { flexTerms, STANDARD_FLEX_SETTINGS } from '#loan/flex-pay.ts';
import { cents, fromSoles } from '#loan/money.ts';
import { planOffer, STANDARD_PLAN_SETTINGS } from '#loan/payment-plan.ts';
import { dueDocuments, periodCause, periodOf } from '#server/lending/loan-documents/due-documents.ts';
import { ADMIN_FEE, date, dayOn, EX1, EX2, having, on, paid } from '#tests/support/loan/loans.ts';

const due = (loan: typeof EX1, today: string): string[] =>
  dueDocuments(loan, dayOn(today)).map(({ type, cause }) => `${type} ${cause}`);
const FIRST = ['CONTRACT signed', 'HOJA_RESUMEN signed', 'SCHEDULE disbursement', 'DISBURSEMENT_RECEIPT disbursement'];
const later = (loan: typeof EX1, today: string): string[] => due(loan, today).filter((key) => !FIRST.includes(key));

test('a loan that has reached its client has contract, hoja resumen, schedule and receipt', () => {
  expect(due(EX1, '2026-01-15')).toEqual(FIRST);
});

describe('a payment has its receipt', () => {
  test('and a new schedule when it changes what is to come', () => {
    const loan = having(EX1, paid('2026-01-20', 100, undefined, 'early'));
    expect(later(loan, '2026-01-20')).toEqual(['PAYMENT_RECEIPT early', 'SCHEDULE prepayment:early']);
  });

  test('but none when it pays what is due, late or in time, or instalments ahead', () => {
    expect(later(having(EX2, paid('2026-02-15', 635.63, undefined, 'due')), '2026-02-15')).toEqual([
      'PAYMENT_RECEIPT due',
      'STATEMENT 2026-01-15..2026-01-31@month',
    ]);
    const ahead = paid('2026-01-20', 635.63, { kind: 'ordinary', mode: 'ADVANCE' }, 'ahead');
    expect(later(having(EX2, ahead), '2026-01-20')).toEqual(['PAYMENT_RECEIPT ahead']);
    const part = paid('2026-02-24', 300, undefined, 'part');
    expect(later(having(EX1, part), '2026-02-24')).not.toContain('SCHEDULE prepayment:part');
  });

  test('and, when it is the last, the certificate; a payment taken back has nothing', {
    tags: 'promise-papers',
  }, () => {
    const loan = having(EX1, paid('2026-01-27', 534.59, undefined, 'all'));
    expect(later(loan, '2026-01-27')).toEqual(['PAYMENT_RECEIPT all', 'PAID_OFF_CERTIFICATE paid:2026-01-27']);
    const bounced = having(EX1, { ...paid('2026-01-27', 534.59, undefined, 'all'), reversedOn: date('2026-01-29') });
    expect(later(bounced, '2026-01-29')).toEqual([]);
  });
});

test('each time that money is taken back once a loan is paid, the certificate is another; before that it is not', () => {
  const certificates = (loan: typeof EX1) => later(loan, '2026-02-01').filter((key) => key.startsWith('PAID_OFF'));
  const part = { ...paid('2026-01-20', 100, undefined, 'part'), reversedOn: date('2026-01-25') };
  const all = paid('2026-01-27', 534.59, undefined, 'all');
  expect(certificates(having(EX1, part, all))).toEqual(['PAID_OFF_CERTIFICATE paid:2026-01-27']);
  const back = { ...all, reversedOn: date('2026-01-29') };
  const other = paid('2026-01-27', 540, undefined, 'other');
  expect(certificates(having(EX1, part, back))).toEqual([]);
  expect(certificates(having(EX1, part, back, other))).toEqual(['PAID_OFF_CERTIFICATE paid:2026-01-27#1']);
  const again = having(EX1, part, back, { ...other, reversedOn: date('2026-01-29') }, { ...all, id: 'third' });
  expect(certificates(again)).toEqual(['PAID_OFF_CERTIFICATE paid:2026-01-27#2']);
});

test('an extension that was bought has its addendum and a schedule; short money is an ordinary payment', () => {
  const use = { kind: 'extension', termDays: 14, feeCents: cents(800) } as const;
  expect(later(having(EX1, paid('2026-02-14', 26.22, use, 'x')), '2026-02-14')).toEqual([
    'PAYMENT_RECEIPT x',
    'EXTENSION_ADDENDUM x',
    'SCHEDULE extension:x',
    'STATEMENT 2026-01-15..2026-01-31@month',
  ]);
  expect(later(having(EX1, paid('2026-02-14', 10, use, 'x')), '2026-02-14')).not.toContain('EXTENSION_ADDENDUM x');
});

test('an extension that was paid in parts has its addendum with the part that reached the price, and one schedule', () => {
  const quote = { id: 'q', priceCents: cents(2622), validUntil: date('2026-01-20') };
  const use = { kind: 'extension', termDays: 14, feeCents: cents(800), quote } as const;
  const first = paid('2026-01-20', 20, use, 'x');
  const [, ...short] = later(having(EX1, first), '2026-01-20');
  expect(short).toContain('SCHEDULE prepayment:x');
  expect(later(having(EX1, first, paid('2026-01-20', 6.22, use, 'y')), '2026-01-20')).toEqual([
    'PAYMENT_RECEIPT x',
    'PAYMENT_RECEIPT y',
    'EXTENSION_ADDENDUM y',
    'SCHEDULE extension:y',
  ]);
});

test('top-up, plan and flex pay have their papers', () => {
  const tranche = {
    kind: 'tranche',
    id: 't',
    date: date('2026-01-25'),
    principalCents: fromSoles(200),
    fees: [ADMIN_FEE],
  } as const;
  expect(later(having(EX1, tranche), '2026-01-25')).toEqual([
    'TOPUP_ADDENDUM t',
    'DISBURSEMENT_RECEIPT t',
    'SCHEDULE top-up:t',
  ]);
  const { terms } = planOffer(on(EX1, '2026-02-24'), 3, date('2026-03-02'), STANDARD_PLAN_SETTINGS);
  const plan = { kind: 'plan', id: 'p', date: date('2026-02-24'), plan: terms } as const;
  expect(later(having(EX1, plan), '2026-02-24').slice(0, 2)).toEqual(['PLAN_AGREEMENT p', 'SCHEDULE plan:p']);
});

describe('a corrected schedule', () => {
  const corrected = (loan: typeof EX1, today: string) =>
    due(loan, today).filter((key) => key.startsWith('SCHEDULE corrected'));
  const early = paid('2026-01-20', 100, undefined, 'early');
  const back = { ...early, reversedOn: date('2026-01-25') };
  const agreedOn = '2026-02-24';
  const { terms } = planOffer(on(EX1, agreedOn), 3, date('2026-03-02'), STANDARD_PLAN_SETTINGS);
  const plan = { kind: 'plan', id: 'p', date: date(agreedOn), plan: terms } as const;

  test('comes after what changed the schedule was taken back, from that day on', () => {
    const loan = having(EX1, back);
    expect(corrected(loan, '2026-01-24')).toEqual([]);
    expect(later(loan, '2026-01-25')).toEqual(['SCHEDULE corrected:back:early']);
  });

  test('does not come for money that had changed nothing, nor when nothing is to come any more', () => {
    const ordinary = { ...paid('2026-02-15', 635.63, undefined, 'due'), reversedOn: date('2026-02-20') };
    expect(corrected(having(EX2, ordinary), '2026-02-20')).toEqual([]);
    const settled = having(EX1, back, paid('2026-01-27', 534.59, undefined, 'all'));
    expect(corrected(settled, '2026-01-27')).toEqual([]);
  });

  test('comes when money becomes known that counts before another event, and changes what came of it', () => {
    const second = paid('2026-01-25', 200, undefined, 'second');
    expect(corrected(having(EX1, early, second), '2026-01-25')).toEqual([]);
    expect(corrected(having(EX1, second, early), '2026-01-25')).toEqual(['SCHEDULE corrected:late:early']);
  });

  test('comes during a plan, whose payments it has, and not during flex pay, which has none', () => {
    expect(corrected(having(EX1, plan, early), agreedOn)).toEqual(['SCHEDULE corrected:late:early']);
    const flex = flexTerms(on(EX1, '2026-03-10'), STANDARD_FLEX_SETTINGS);
    const loan = having(EX1, back, { kind: 'flex', id: 'f', date: date('2026-03-10'), flex });
    expect(corrected(loan, '2026-03-09')).toEqual(['SCHEDULE corrected:back:early']);
    expect(corrected(loan, '2026-03-10')).toEqual([]);
  });
});

describe('a statement', () => {
  test('comes for every month that has ended, the first from disbursement on', () => {
    expect(later(EX2, '2026-04-01')).toEqual([
      'STATEMENT 2026-01-15..2026-01-31@month',
      'STATEMENT 2026-02-01..2026-02-28@month',
      'STATEMENT 2026-03-01..2026-03-31@month',
    ]);
    expect(later(EX2, '2026-01-31')).toEqual([]);
  });

  test('comes for the month in which the loan was paid, and not after it', () => {
    const loan = having(EX1, paid('2026-02-10', 573.03, undefined, 'all'));
    expect(later(loan, '2026-06-01').filter((key) => key.startsWith('STATEMENT'))).toEqual([
      'STATEMENT 2026-01-15..2026-01-31@month',
      'STATEMENT 2026-02-01..2026-02-28@month',
    ]);
  });

  test('names its period in its cause', () => {
    const period = { from: date('2026-01-15'), to: date('2026-01-31') };
    expect(periodOf(periodCause(period, 'ab12'))).toEqual(period);
    expect(() => periodOf('signed')).toThrow();
  });
});
