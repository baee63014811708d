import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type AskedOfForm,
  financialDraft,
  financialStep,
  missingFields,
  ownPhoneErrors,
  personalDraft,
  personalStep,
  spendsMoreThanEarned,
} from '#api/application-form.ts';
import { FIELD_CODES } from '#api/field-codes.ts';
import { CHOSEN_FIELDS } from '#loan/requirements.ts';
import { aFinancialStep, aPersonalStep } from '#tests/support/applications/application-form.ts';
import { forAll } from '#tests/support/for-all.ts';

function errorsOf(schema: z.core.$ZodType, body: unknown): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of z.safeParse(schema, body).error?.issues ?? []) {
    const field = path.map(String).join('.');
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

describe('who the client is', () => {
  test('a complete step is taken, each field in its own form', () => {
    const step = z.parse(
      personalStep,
      aPersonalStep({ firstName: '  Ana   Lucía ', birthDate: '01/05/1990', altPhone: '01 555 1234', number: 's/n' }),
    );
    expect(step).toMatchObject({
      firstName: 'Ana Lucía',
      birthDate: '1990-05-01',
      altPhone: '015551234',
      number: 'S/N',
    });
  });

  test('what may be left out may be left out', () => {
    const bare = { lastName2: undefined, altPhone: undefined, apartment: undefined, reference: '' };
    expect(errorsOf(personalStep, aPersonalStep(bare))).toEqual({});
  });

  const missing = ['firstName', 'lastName1', 'birthDate', 'ubigeo', 'street', 'number', 'pep'] as const;
  test.each(missing)('%s is asked for by name', (field) => {
    expect(errorsOf(personalStep, aPersonalStep({ [field]: undefined }))[field]).toBeDefined();
  });

  test.each([
    [{ firstName: 'R2D2' }, { firstName: ['invalid'] }],
    [{ birthDate: '31/02/1990' }, { birthDate: ['invalid'] }],
    [{ altPhone: '12' }, { altPhone: ['invalid'] }],
    [{ ubigeo: '1501' }, { ubigeo: ['unknown'] }],
    [{ streetType: 'CALLE' }, { streetType: ['unknown'] }],
    [{ street: 'x'.repeat(121) }, { street: ['too_long'] }],
    [{ apartment: 'x'.repeat(21) }, { apartment: ['too_long'] }],
    [{ reference: 'x'.repeat(161) }, { reference: ['too_long'] }],
    [{ timeAtAddressMonths: 961 }, { timeAtAddressMonths: ['out_of_range'] }],
    [{ timeAtAddressMonths: -1 }, { timeAtAddressMonths: ['out_of_range'] }],
    [{ pep: true }, { pepPosition: ['required'] }],
    [{ pep: true, pepPosition: 'Regidora' }, {}],
  ])('%j: %j', (changes, errors) => {
    expect(errorsOf(personalStep, aPersonalStep(changes))).toEqual(errors);
  });

  test('two referrals are two different people, and neither of them is the client', {
    tags: ['asvs-2.2.3', 'asvs-2.1.2'],
  }, () => {
    const [first, second] = aPersonalStep().referrals;
    const withReferrals = (...referrals: unknown[]) => errorsOf(personalStep, aPersonalStep({ referrals }));
    expect(withReferrals(first, second, second)).toEqual({ referrals: ['invalid'] });
    expect(withReferrals(first, { ...second, phone: '+51 987 000 001' })).toEqual({
      'referrals.1.phone': ['duplicate'],
    });
    expect(withReferrals(first, { ...second, phone: '015551234' })).toEqual({ 'referrals.1.phone': ['invalid'] });
    const step = z.parse(personalStep, aPersonalStep());
    expect(ownPhoneErrors(step, '+51987000002')).toEqual([{ field: 'referrals.1.phone', code: 'duplicate' }]);
    expect(ownPhoneErrors(step, '+51987000009')).toEqual([]);
  });

  test('a rule between two fields speaks although another field is wrong', { tags: 'asvs-2.1.2' }, () => {
    expect(errorsOf(personalStep, aPersonalStep({ pep: true, firstName: '' }))).toEqual({
      firstName: ['required'],
      pepPosition: ['required'],
    });
  });
});

describe('what an amount asks for', () => {
  const everything = { fields: CHOSEN_FIELDS, referees: 2 };
  const nothing = { fields: [], referees: 0 };
  const [first] = aPersonalStep().referrals;
  const missing = (step: 'personal' | 'financial', sent: object, asked: AskedOfForm) =>
    missingFields(step, sent as Record<string, unknown>, asked).map(({ field }) => field);

  test('a complete step leaves out nothing', () => {
    expect(missing('personal', aPersonalStep(), everything)).toEqual([]);
    expect(missing('financial', aFinancialStep(), everything)).toEqual([]);
  });

  test('each of the chosen fields is missing where the amount asks for it, and nowhere else', () => {
    const income = { incomeSource: 'EMPLOYEE' };
    expect([...missing('personal', {}, everything), ...missing('financial', income, everything)].toSorted()).toEqual(
      [...CHOSEN_FIELDS, 'referrals'].toSorted(),
    );
    expect([...missing('personal', {}, nothing), ...missing('financial', income, nothing)]).toEqual([]);
  });

  test.each([
    [{ incomeSource: 'EMPLOYEE', employerName: '' }, ['employerName']],
    [{ incomeSource: 'PENSION' }, []],
    [{ monthlyExpenses: 0 }, ['monthlyFree']],
    [{ monthlyExpenses: 0, otherLoanPayments: 0 }, []],
    [{ monthlyFree: 0 }, []],
  ])('%j: %j', (sent, fields) => {
    const told = 'incomeSource' in sent ? { monthlyFree: 0, ...sent } : sent;
    expect(missing('financial', told, { fields: ['employerName', 'monthlyFree'], referees: 0 })).toEqual(fields);
  });

  test.each([
    [[], 0, []],
    [[first], 0, []],
    [[first], 1, []],
    [[first], 2, ['referrals']],
    [undefined, 1, ['referrals']],
  ])('of %j people %i are asked for: missing %j', (referrals, referees, fields) => {
    expect(missing('personal', { referrals }, { fields: [], referees })).toEqual(fields);
  });
});

describe('what the client lives on', () => {
  test('a complete step is taken', () => {
    expect(errorsOf(financialStep, aFinancialStep())).toEqual({});
    expect(z.parse(financialStep, aFinancialStep({ cci: '002 191 000012345678 52' })).cci).toBe('00219100001234567852');
  });

  test.each([
    [{ incomeSource: 'LOTTERY' }, { incomeSource: ['unknown'] }],
    [{ monthlyIncome: 100_001 }, { monthlyIncome: ['out_of_range'] }],
    [{ monthlyIncome: 1500.5 }, { monthlyIncome: ['invalid'] }],
    [{ monthlyExpenses: -1 }, { monthlyExpenses: ['out_of_range'] }],
    [{ payday: 32 }, { payday: ['out_of_range'] }],
    [{ employerRuc: '20131312954' }, { employerRuc: ['checksum'] }],
    [{ employerRuc: '20131312955' }, {}],
    [{ incomeSource: 'PENSION', employerName: undefined }, {}],
    [{ bankId: 'BCP!' }, { bankId: ['unknown'] }],
    [{ cci: '123' }, { cci: ['invalid'] }],
    [{ cci: '' }, { cci: ['required'] }],
    [{ monthlyIncome: 1500, monthlyFree: 1500 }, {}],
    [{ monthlyIncome: 1500, monthlyFree: 1501 }, { monthlyFree: ['mismatch'] }],
    // A doubt only: `checkBankAccount` says it.
    [{ cci: '00219100001234567853' }, {}],
  ])('%j: %j', (changes, errors) => {
    expect(errorsOf(financialStep, aFinancialStep(changes))).toEqual(errors);
  });

  test.each([
    [1500, { monthlyExpenses: 900, otherLoanPayments: 600 }, false],
    [1500, { monthlyExpenses: 900, otherLoanPayments: 601 }, true],
  ])(
    'of %s a month, %j: more than comes in? %s',
    { tags: ['asvs-2.2.3', 'asvs-2.1.2'] },
    (monthlyIncome, month, more) => {
      const step = { monthlyIncome, ...month };
      expect(spendsMoreThanEarned(step)).toBe(more);
    },
  );
});

describe('a draft', () => {
  test('keeps anything half typed, but nothing that no step has', () => {
    const half = { firstName: 'A', birthDate: '1/', timeAtAddressMonths: '2 a', referrals: [{ name: 'L' }] };
    expect(z.parse(personalDraft, half)).toEqual(half);
    expect(z.parse(financialDraft, { monthlyIncome: 'S/ 1.5', cci: '002 1' })).toEqual({
      monthlyIncome: 'S/ 1.5',
      cci: '002 1',
    });
    expect(errorsOf(personalDraft, { firstName: 7 })).not.toEqual({});
    expect(z.safeParse(personalDraft, { role: 'admin' }).success).toBe(false);
    expect(z.safeParse(financialDraft, { cci: 'x'.repeat(301) }).success).toBe(false);
  });

  test('has every field its step has, but the words a question was asked in: they go with an answer that is sent', () => {
    const { pepTextVersion: _, ...typed } = personalStep.shape;
    expect(Object.keys(personalDraft.shape).sort()).toEqual(Object.keys(typed).sort());
    expect(Object.keys(financialDraft.shape).sort()).toEqual(Object.keys(financialStep.shape).sort());
  });
});

test.each([
  ['personal', personalStep],
  ['financial', financialStep],
] as const)(
  'whatever anybody sends as the %s step gets codes that have a text, never a crash',
  { tags: 'asvs-2.2.1' },
  (_, schema) => {
    const fields = Object.keys(schema.shape);
    const anyFields = fc.record(Object.fromEntries(fields.map((field) => [field, fc.anything()])), {
      requiredKeys: [],
    });
    forAll(500, [fc.oneof(fc.anything(), anyFields)], (body) => {
      for (const { message, path, code } of z.safeParse(schema, body).error?.issues ?? []) {
        // Inside a referral zod speaks for itself; the route translates it by kind.
        if (path.length === 1 && fields.includes(String(path[0]))) expect(FIELD_CODES, code).toContain(message);
      }
    });
  },
);

test('a source of income that is not a text is refused, whatever it could be read as', { tags: 'asvs-15.3.5' }, () => {
  const body = { ...aFinancialStep(), incomeSource: { toString: null } };
  expect(z.safeParse(financialStep, body).success).toBe(false);
});
