import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { pepTextVersion } from '#server/lending/people/messages/shown-words.ts';
import { anApplicant, detailsOf, stateOf } from '#tests/support/applications/applicant.ts';
import { aPersonalStep } from '#tests/support/applications/application-form.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';

describe('200', () => {
  const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

  const operator = operatorOf(() => lending.app);

  const submit = async (headers: Record<string, string>, body: unknown) =>
    acceptedBody(await callEndpoint(lending, submitPersonalStep, { headers, body }));

  test('a complete step leads on, and what was said becomes the client’s data', async () => {
    const { headers } = await anApplicant(lending, 'PERSONAL');
    const state = await submit(headers, aPersonalStep({ birthDate: '01/05/1990' }));
    expect(state).toMatchObject({ application: { stage: 'FINANCIAL' }, nextScreen: { name: 'application-financial' } });
    const query = { view: 'full' };
    const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers, query }));
    expect(profile).toMatchObject({ firstName: 'Ana Lucía', birthDate: '1990-05-01', address: { ubigeo: '150105' } });
  });

  test('corrected from the device step it leads back there: the income is not asked again', async () => {
    const { headers } = await anApplicant(lending, 'DEVICE');
    const state = await submit(headers, aPersonalStep({ street: 'Los Pinos' }));
    expect(state.application?.stage).toBe('DEVICE');
    const { steps } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
    expect(steps.personal.data?.street).toBe('Los Pinos');
    expect(steps.financial.data?.monthlyIncome).toBe(2500);
  });

  test('the answer carries the version that the next change starts from', async () => {
    const { headers } = await anApplicant(lending, 'PERSONAL');
    const body = aPersonalStep();
    const answer = await callEndpoint(lending, submitPersonalStep, { headers, body });
    const version = acceptedBody(answer).application?.version;
    expect(answer.headers.get('ETag')).toBe(`"${version}"`);
  });

  test('for S/ 500 nothing more is needed than who somebody is, where they live, and whether they hold an office', async () => {
    const { headers } = await anApplicant(lending, 'PERSONAL');
    const { firstName, lastName1, birthDate, ubigeo, street, number, pep } = aPersonalStep();
    const state = await submit(headers, { firstName, lastName1, birthDate, ubigeo, street, number, pep });
    expect(state.nextScreen).toEqual({ name: 'application-financial' });
  });

  test('what is declared of a public office is kept each time, with its date and the words of the question', async () => {
    const applicant = await anApplicant(lending, 'PERSONAL');
    const { headers } = applicant;
    await submit(headers, aPersonalStep());
    lending.clock.moveTo('2026-01-16');
    const shown = 'a'.repeat(64);
    await submit(headers, aPersonalStep({ pep: true, pepPosition: 'Regidora', pepTextVersion: shown }));
    const { application } = await stateOf(lending, applicant);
    const file = await operator('Ana', `/api/v1/staff/applications/${application?.reference}`);
    const said = { kind: 'POLITICALLY_EXPOSED', application: application?.reference };
    expect(file.body['declarations']).toEqual([
      {
        ...said,
        answer: false,
        detail: null,
        textVersion: pepTextVersion('es'),
        declaredAt: '2026-01-15T17:00:00.000Z',
      },
      { ...said, answer: true, detail: 'Regidora', textVersion: shown, declaredAt: '2026-01-16T17:00:00.000Z' },
    ]);
    for (const change of [`update declaration set answer = false`, 'delete from declaration']) {
      await expect(sql.raw(change).execute(lending.db.kysely)).rejects.toThrow('append-only');
    }
    // The form is filled in from what was said; the words of the question are not an answer.
    const { steps } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
    expect(steps.personal.data).not.toHaveProperty('pepTextVersion');
  });
});

describe('400', () => {
  const lending = withTestLending();

  const MORE = { inquiry: { installmentInquiry: { amount: 600, term: 3, productId: 11 } } };

  test.each([
    [{ firstName: '' }, ['firstName.required']],
    [{ birthDate: '16/01/2008' }, ['birthDate.underage']],
    [{ birthDate: '14/02/1950' }, ['birthDate.out_of_range']],
    [{ birthDate: '01/05/2030' }, ['birthDate.future']],
    [{ birthDate: '31/02/1990' }, ['birthDate.invalid']],
    [{ ubigeo: '150199' }, ['ubigeo.unknown']],
    [{ pep: true }, ['pepPosition.required']],
  ])('a personal step with %j is refused by the server: %j', { tags: 'asvs-2.2.2' }, async (changes, codes) => {
    const { headers } = await anApplicant(lending, 'PERSONAL');
    const body = aPersonalStep(changes);
    const answer = await callEndpoint(lending, submitPersonalStep, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });

  test('a referral is somebody else', { tags: 'asvs-2.1.2' }, async () => {
    const { headers, phone } = await anApplicant(lending, 'PERSONAL');
    const [first, second] = aPersonalStep().referrals;
    const body = aPersonalStep({ referrals: [first, { ...second, phone }] });
    const answer = await callEndpoint(lending, submitPersonalStep, { headers, body });
    expect(fieldCodes(answer)).toEqual(['referrals.1.phone.duplicate']);
  });

  test('an unknown field is told by its name', { tags: 'asvs-15.3.3' }, async () => {
    const { headers } = await anApplicant(lending, 'PERSONAL');
    const body = aPersonalStep({ gender: 'F' });
    const answer = await callEndpoint(lending, submitPersonalStep, { headers, body });
    expect(fieldCodes(answer)).toEqual(['gender.unknown']);
  });

  test.each([
    [
      { residenceStatus: undefined, timeAtAddressMonths: undefined },
      ['residenceStatus.required', 'timeAtAddressMonths.required'],
    ],
    [{ referrals: undefined }, ['referrals.required']],
  ])('above S/ 500, %j: %j', async (changes, codes) => {
    const { headers } = await anApplicant(lending, 'PERSONAL', MORE);
    const answer = await callEndpoint(lending, submitPersonalStep, { headers, body: aPersonalStep(changes) });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });

  test('above S/ 500 one person is enough, and the street needs no type', async () => {
    const { headers } = await anApplicant(lending, 'PERSONAL', MORE);
    const body = aPersonalStep({ streetType: undefined, referrals: aPersonalStep().referrals.slice(0, 1) });
    acceptedBody(await callEndpoint(lending, submitPersonalStep, { headers, body }));
  });

  test('what S/ 500 does not ask for is checked when it is given', async () => {
    const { headers } = await anApplicant(lending, 'PERSONAL');
    const [first] = aPersonalStep().referrals;
    const body = aPersonalStep({ residenceStatus: 'CASTLE', referrals: [{ ...first, phone: '12' }] });
    const answer = await callEndpoint(lending, submitPersonalStep, { headers, body });
    expect(fieldCodes(answer)).toEqual(['residenceStatus.unknown', 'referrals.0.phone.invalid']);
  });
});

describe('409', () => {
  const lending = withTestLending();

  const submit = (headers: Record<string, string>) =>
    callEndpoint(lending, submitPersonalStep, { headers, body: aPersonalStep() });

  test.each(['SCORING', 'OFFER'] as const)(
    'at %s it is too late to correct it',
    { tags: 'asvs-8.1.2' },
    async (stage) => {
      const { headers } = await anApplicant(lending, stage);
      expect(detailsOf(await submit(headers))).toMatchObject({ code: 'illegal_transition', details: { stage } });
    },
  );

  test('from an older version it is refused, and nothing is changed', async () => {
    const applicant = await anApplicant(lending, 'FINANCIAL');
    const before = await stateOf(lending, applicant);
    const answer = await submit({ ...applicant.headers, 'If-Match': '"1"' });
    expect(detailsOf(answer).code).toBe('stale_version');
    expect(await stateOf(lending, applicant)).toEqual(before);
  });

  test('without an application there is nothing to send', async () => {
    const { headers } = await aBorrower(lending);
    expect(detailsOf(await submit(headers)).code).toBe('illegal_transition');
  });
});
