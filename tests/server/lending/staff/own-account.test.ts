import { beforeEach, describe, expect, test } from 'vitest';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { findColleague, inviteColleague } from '#server/lending/staff/colleague-store.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { bearer, newcomersOf, PASSWORD } from '#tests/support/staff/newcomers.ts';

const lending = withTestLending();
const { send, somebody, signIn } = newcomersOf(lending);

beforeEach(() => lending.db.kysely.updateTable('colleague').set({ locked_at: new Date() }).execute());

describe('a recovery code', () => {
  test('counts once in the place of the code of the app, is on record, and is stored as its hash alone', async () => {
    const { login, recoveryCodes } = await somebody();
    const [one = '', other = ''] = recoveryCodes;
    const stored = JSON.stringify(await lending.db.kysely.selectFrom('colleague_recovery_code').selectAll().execute());
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll(' ', ''));
    const both = await Promise.all([signIn(login, one), signIn(login, one)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await signIn(login, one)).status).toBe(400);
    const session = await signIn(login, other.toLowerCase().replaceAll(' ', '-'));
    expect(session.status).toBe(201);
    const shown = await send('account', undefined, bearer(session.body['token']));
    expect(shown.body['recoveryCodes']).toBe(6);
    const id = (await findColleague(lending.db.kysely, login))?.id;
    const rows = await readAudit(lending.db.kysely, `colleague:${id}`);
    expect(rows.at(-1)).toMatchObject({ action: 'colleague.sign-in', after: { secondFactor: 'recovery-code' } });
  });

  test('is of no use with a wrong password, to another account, or once there are newer ones', async () => {
    const { login, code, recoveryCodes } = await somebody();
    const other = await somebody();
    const [one = ''] = recoveryCodes;
    expect((await signIn(login, one, 'nueve llamas cruzan el puente')).status).toBe(400);
    expect((await signIn(other.login, one)).status).toBe(400);
    const session = bearer((await signIn(login, code())).body['token']);
    lending.clock.pass({ minutes: 1 });
    const made = await send('account/recovery-codes', { password: PASSWORD, appCode: code() }, session);
    expect(made.body['recoveryCodes']).toHaveLength(8);
    expect((await signIn(login, one)).status).toBe(400);
    expect((await signIn(login, (made.body['recoveryCodes'] as string[])[0] ?? '')).status).toBe(201);
  });

  test('ends with a new invitation', async () => {
    const { login, recoveryCodes } = await somebody();
    const id = (await findColleague(lending.db.kysely, login))?.id ?? '';
    await lending.db.kysely.transaction().execute((trx) => inviteColleague(trx, id, lending.clock.now()));
    const rows = await lending.db.kysely
      .selectFrom('colleague_recovery_code')
      .select('ended_at')
      .where('colleague_id', '=', id)
      .execute();
    expect(rows.map(({ ended_at: ended }) => ended !== null)).toEqual(recoveryCodes.map(() => true));
  });
});

describe('an own account', () => {
  async function session() {
    const { login, code } = await somebody();
    const first = bearer((await signIn(login, code())).body['token']);
    lending.clock.pass({ minutes: 1 });
    const second = bearer((await signIn(login, code())).body['token']);
    lending.clock.pass({ minutes: 1 });
    return { login, code, first, second };
  }
  const status = async (headers: Record<string, string>) => (await send('me', undefined, headers)).status;

  test('gets another password for the old one and a code, which ends every other session', async () => {
    const { login, code, first, second } = await session();
    const newPassword = 'diez llamas miran el puente';
    const change = (given: object) =>
      send('account/password', { password: PASSWORD, appCode: '000000', newPassword, ...given }, second);
    expect((await change({})).body.error?.code).toBe('invalid_credentials');
    expect((await change({ password: newPassword, appCode: code() })).status).toBe(400);
    for (const weak of ['corta', `${login} tiene un gato`])
      expect((await change({ newPassword: weak, appCode: code() })).body.error).toMatchObject({
        fieldErrors: [{ field: 'newPassword' }],
      });
    expect((await change({ appCode: code() })).status).toBe(201);
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    lending.clock.pass({ minutes: 1 });
    expect((await signIn(login, code())).status).toBe(400);
    expect((await signIn(login, code(), newPassword)).status).toBe(201);
  });

  test('shows its open sessions, and ends one of them, never one of somebody else', async () => {
    const { first, second } = await session();
    const stranger = (await session()).first;
    const { sessions } = (await send('account', undefined, second)).body as unknown as {
      readonly sessions: readonly { readonly id: string; readonly isThis: boolean }[];
    };
    // That of the invitation is open too.
    expect(sessions.map(({ isThis }) => isThis)).toEqual([true, false, false]);
    const end = (by: Record<string, string>) => send(`account/sessions/${sessions[1]?.id}/end`, {}, by);
    expect((await end(stranger)).status).toBe(404);
    expect((await end(second)).status).toBe(200);
    expect((await end(second)).status).toBe(404);
    expect([await status(first), await status(second)]).toEqual([401, 200]);
  });
});

test('who has no passkey is told so, and no dialog opens that nobody could answer', async () => {
  const { login, code } = await somebody();
  const { token } = (await signIn(login, code())).body;
  const headers = { ...bearer(token), origin: 'http://localhost:4331' };
  const asked = await send('account/proof', {}, headers);
  expect([asked.status, asked.body.error?.code]).toEqual([428, 'passkey_required']);
});
