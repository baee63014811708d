import { beforeEach, expect, test } from 'vitest';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { RULE_SET } from '#server/lending/applications/underwriting/decide.ts';
import { STANDARD_UNDERWRITING_POLICY } from '#server/lending/parameters/policy.ts';
import { anApplicant, stateOf } from '#tests/support/applications/applicant.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';
import { atDesk } from '#tests/support/staff/desk-session.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => lending.app);
const PATH = '/api/v1/staff/automated-decisions';
const pensioner = { financial: { incomeSource: 'PENSION', employerName: undefined } };

beforeEach(async () => {
  const changed = { maxInstalmentPercent: 30, blockedRegions: ['0801'], refusedIncomeSources: ['PENSION'] };
  const value = { ...STANDARD_UNDERWRITING_POLICY, ...changed };
  await changeParameter(lending.db, { kind: 'policy', key: 'underwriting', from: '2026-01-15', value });
});

interface Register {
  readonly [list: string]: readonly Readonly<Record<string, unknown>>[];
}

async function register(query = ''): Promise<Register> {
  const { status, body } = await operator('Ana Torres', `${PATH}${query}`);
  expect(status).toBe(200);
  return body as unknown as Register;
}

test('the register is made of the rules and figures in force: npm run lender -- applications register', async () => {
  const { ruleSet, alwaysPeople, about, data, rules, figures, amounts } = await register();
  expect(ruleSet).toBe(RULE_SET);
  expect(alwaysPeople).toContain('politically_exposed');
  expect(about).toContainEqual(
    expect.objectContaining({ part: 'OVERSIGHT', es: expect.stringContaining('hasta 30 días después') }),
  );
  expect(data).toContainEqual({ part: 'income', data: 'income.net', source: 'APPLICANT' });
  expect(data?.every(({ source }) => source !== undefined)).toBe(true);
  expect(JSON.stringify(data)).not.toContain('product');
  expect(rules).toContainEqual({ rule: 'payment-history', ends: ['REJECT', 'REFER'] });
  expect(figures).toContainEqual({ figure: 'maxInstalmentPercent', value: ['30'] });
  expect(figures).toContainEqual({ figure: 'blockedRegions', value: ['Cusco, Cusco'] });
  expect(figures).toContainEqual({ figure: 'score.passPercent', value: ['32'] });
  expect(amounts?.[0]).toMatchObject({ upTo: 500, bureau: 'NEVER' });
});

test('at the desk figures that are codes are words, and regions have their names', async () => {
  const { text } = await (await atDesk(lending, 'Ana')).open('/desk/applications/register');
  expect(text).toContain('Cusco, Cusco');
  expect(text).toContain('>Pensión<');
  expect(text).not.toMatch(/PENSION|\{\w+\}|undefined/);
});

test('what came of the rules is told by age and district from ten applications on, with what people approved', async () => {
  for (let n = 0; n < 8; n++) await anApplicant(lending, 'OFFER');
  const refused = await anApplicant(lending, 'REJECTED', pensioner);
  expect(await register()).toMatchObject({ byAge: [], byPlace: [] });
  await anApplicant(lending, 'REJECTED', pensioner);
  const { headers } = refused;
  const body = { comment: 'También cobro un alquiler de 600 soles.' };
  acceptedBody(await callEndpoint(lending, requestReview, { headers, body }));
  const { application } = await stateOf(lending, refused);
  const path = `/api/v1/staff/applications/${application?.reference}/approve`;
  expect((await operator('Eva Ríos', path, { amount: 400, note: 'Cobra un alquiler.' })).status).toBe(200);

  const counts = { decided: 10, approved: 8, approvedShare: '80.00', refused: 2, toPeople: 0, approvedByPeople: 1 };
  const { byAge, byPlace } = await register();
  expect(byAge).toEqual([{ age: '18 +', ...counts }]);
  expect(byPlace).toEqual([{ place: expect.stringMatching(/^\p{L}.*, LIMA/iu), ...counts }]);
  expect(await register('?to=2026-01-14')).toMatchObject({ from: '2025-01-14', byAge: [], byPlace: [] });
});

test('dates the wrong way round are refused at their field', async () => {
  const { status, body } = await operator('Ana Torres', `${PATH}?from=2026-02-01&to=2026-01-01`);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('out_of_range')]);
});
