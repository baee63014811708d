import { expect, test } from 'vitest';
import { STAFF_CONTACT_PATH } from '#server/lending/loans/staff-contact.ts';
import { createPerson } from '#server/lending/people/store/person-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { EX1_TERMS } from '#tests/support/loan/loans.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aLoan } from '#tests/support/loans/loan-service.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

// Thursday, noon in Lima.
const service = withClientLoans({ operatorToken: OPERATOR_TOKEN });
const as = operatorOf(() => service.app);
const call = { channel: 'CALL', recipient: 'CLIENT' };
const log = (number: string, body: object = call) => as('Ana', `${STAFF_CONTACT_PATH}/${number}/attempts`, body);
const show = async (number: string) => (await as('Ana', `${STAFF_CONTACT_PATH}/${number}`)).body;

test('a call is asked for, made and on record; the next one has to wait for another day', async () => {
  const { number } = (await aLoan(service)).loan;
  expect((await show(number))['mayCallNow']).toBe('yes');
  expect((await log(number.toLowerCase())).status).toBe(201);
  expect((await log(number, { ...call, channel: 'VISIT' })).body.error).toEqual({
    code: 'contact_refused',
    message: 'Not now: daily-limit.',
  });
  expect(await show(number)).toEqual({
    loan: number,
    pauses: [],
    contactDates: ['2026-01-15'],
    mayCallNow: 'daily-limit',
    promise: null,
    contacts: [
      {
        id: expect.any(String),
        channel: 'CALL',
        at: '2026-01-15T17:00:00.000Z',
        outcome: 'NOT_RECORDED',
        note: null,
        promised: null,
        promisedFor: null,
      },
    ],
  });
  const audit = await readAudit(service.db.kysely, `loan:${number}`);
  expect(audit.map(({ action, after }) => [action, after])).toEqual([
    ['contact.log', call],
    ['contact.log', { ...call, channel: 'VISIT', refused: 'daily-limit' }],
  ]);
});

test('the number to call comes with the permission alone, to a colleague who may call, and that it was shown is on record', async () => {
  const person = { documentType: 'DNI', documentNumber: '45671234', firstName: 'Rosa', phone: '+51987654321' } as const;
  const { personId } = await createPerson(service.db.kysely, testVault(), person, service.clock.now());
  const { number } = (await aLoan(service, EX1_TERMS, personId)).loan;
  expect(JSON.stringify(await show(number))).not.toContain('987654321');
  const support = await aColleague(service.db, 'support-alone', ['support']);
  const asked = await service.app.request(`${STAFF_CONTACT_PATH}/${number}/attempts`, {
    method: 'POST',
    headers: { ...support.headers, 'content-type': 'application/json' },
    body: JSON.stringify(call),
  });
  expect(asked.status).toBe(403);
  expect((await log(number, { ...call, channel: 'VISIT' })).body).not.toHaveProperty('phone');
  service.clock.moveTo('2026-01-16');
  expect((await log(number)).body).toMatchObject({ channel: 'CALL', phone: '+51987654321' });
  const refusal = await log(number);
  expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([409, expect.not.stringContaining('987654321')]);
  const audit = await readAudit(service.db.kysely, `loan:${number}`);
  expect(audit.map(({ after }) => after)).toEqual([
    { ...call, channel: 'VISIT' },
    { ...call, shown: 'phone' },
    { ...call, refused: 'daily-limit' },
  ]);
});

test('two callers at the same moment make one call', async () => {
  const { number } = (await aLoan(service)).loan;
  const answers = await Promise.all([log(number), log(number), log(number)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test.each([
  ['after eight in the evening', () => service.clock.pass({ hours: 8 }), call, 'night'],
  ['on a Saturday', () => service.clock.moveTo('2026-01-17'), call, 'weekend'],
  ['on a holiday', () => service.clock.moveTo('2026-05-01'), call, 'holiday'],
  ['to a relative', () => undefined, { ...call, recipient: 'THIRD_PARTY' }, 'third-party'],
])(
  'a call %s is refused with the reason, and is not logged',
  { tags: 'promise-when-we-call-and-write' },
  async (_, prepare, body, reason) => {
    const { number } = (await aLoan(service)).loan;
    prepare();
    expect((await log(number, body)).body.error?.message).toBe(`Not now: ${reason}.`);
    expect((await show(number))['contactDates']).toEqual([]);
  },
);

test('a bereavement stops every call until it is closed', async () => {
  const { number } = (await aLoan(service)).loan;
  const pauses = `${STAFF_CONTACT_PATH}/${number}/pauses`;
  for (const _ of [1, 2]) {
    expect((await as('Ana', pauses, { reason: 'BEREAVEMENT' })).body).toEqual({ pauses: ['BEREAVEMENT'] });
  }
  expect((await log(number)).body.error?.message).toBe('Not now: paused.');
  expect((await as('Luis', `${pauses}/close`, { reason: 'BEREAVEMENT' })).body).toEqual({ pauses: [] });
  expect((await log(number)).status).toBe(201);
  const rows = await service.db.kysely.selectFrom('contact_pause').select(['opened_by', 'closed_by']).execute();
  expect(rows).toEqual([{ opened_by: 'operator:Ana', closed_by: 'operator:Luis' }]);
});

test('what was called stays on record', async () => {
  const { number } = (await aLoan(service)).loan;
  await log(number);
  await expect(service.db.kysely.deleteFrom('contact_attempt').execute()).rejects.toThrow('append-only');
});

test('an unknown loan, an unknown channel, a caller without the token', async () => {
  expect((await log('P-2026-9999999')).status).toBe(404);
  expect((await as('Ana', `${STAFF_CONTACT_PATH}/P-2026-9999999`)).status).toBe(404);
  expect((await as('Ana', `${STAFF_CONTACT_PATH}/P-2026-9999999/pauses`, { reason: 'COMPLAINT' })).status).toBe(404);
  expect((await log('P-2026-0000001', { ...call, channel: 'FAX' })).status).toBe(400);
  expect((await service.app.request(`${STAFF_CONTACT_PATH}/P-2026-0000001`)).status).toBe(401);
});
