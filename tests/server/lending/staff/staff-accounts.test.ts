import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { endVisitsOf } from '#server/lending/people/end-visits.ts';
import { readAudit, verifyAudit } from '#server/lending/staff/audit-store.ts';
import {
  acceptAttempt,
  countAttempt,
  findColleague,
  inviteColleague,
  type StoredColleague,
} from '#server/lending/staff/colleague-store.ts';
import { inviteFirstAdministrator } from '#server/lending/staff/first-administrator.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aColleague, codeOfApp } from '#tests/support/staff/colleagues.ts';
import { bearer, newcomersOf, PASSWORD, type StaffAnswer } from '#tests/support/staff/newcomers.ts';

const lending = withTestLending();
const { send, somebody, signIn } = newcomersOf(lending);

beforeEach(() => lending.db.kysely.updateTable('colleague').set({ locked_at: new Date() }).execute());

describe('signing in', () => {
  test('takes the password and the code of the app, and opens a session on record', {
    tags: 'asvs-6.1.3',
  }, async () => {
    const { login, code } = await somebody();
    const { status, body } = await signIn(login.toUpperCase(), code());
    expect(status).toBe(201);
    expect(body).toMatchObject({ login, name: 'Rosa', roles: ['admin'], idleMinutes: 30 });
    expect((await send('me', undefined, bearer(body['token']))).body).toMatchObject({ login, roles: ['admin'] });
    const id = (await findColleague(lending.db.kysely, login))?.id;
    const rows = await readAudit(lending.db.kysely, `colleague:${id}`);
    expect(rows.map(({ action, colleague_id }) => [action, colleague_id])).toEqual([
      ['colleague.first-administrator', null],
      ['colleague.accept-invitation', id],
      ['colleague.sign-in', id],
    ]);
    expect((await verifyAudit(lending.db.kysely)).kind).toBe('intact');
  });

  test('opens nothing with a password that ended while it was compared: by an invitation, taken or not', async () => {
    const { kysely } = lending.db;
    for (const isTaken of [false, true]) {
      const { login } = await somebody();
      const now = lending.clock.now();
      const account = (await countAttempt(kysely, login, now)) as StoredColleague;
      const invitation = await kysely.transaction().execute((trx) => inviteColleague(trx, account.id, now));
      if (isTaken) expect((await send('invitations', { login, invitation, password: PASSWORD })).status).toBe(201);
      const step = Math.floor(now / 30_000);
      const isAccepted = await kysely.transaction().execute((trx) => acceptAttempt(trx, account, step));
      expect([isTaken, isAccepted]).toEqual([isTaken, false]);
    }
  });

  test('says of whatever is wrong the same', async () => {
    const { login, code } = await somebody();
    const wrong = [
      await signIn(login, code(), 'nueve llamas cruzan el puente'),
      await signIn(login, '000000'),
      await signIn('Nadie', code()),
    ];
    for (const answer of wrong) expect(answer).toEqual(wrong[0]);
    expect(wrong[0]).toMatchObject({ status: 400, body: { error: { code: 'invalid_credentials' } } });
  });

  test('takes a code once, also when two come at the same moment', { tags: 'asvs-6.1.1' }, async () => {
    const { login, code } = await somebody();
    const both = await Promise.all([signIn(login, code()), signIn(login, code())]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect((await signIn(login, code())).status).toBe(400);
    lending.clock.pass({ minutes: 1 });
    expect((await signIn(login, code())).status).toBe(201);
  });

  test('closes an account for a quarter of an hour after five wrong attempts, and tells an administrator', {
    tags: 'asvs-6.1.1',
  }, async () => {
    const { login, code } = await somebody();
    for (const _ of Array(5)) await signIn(login, '000000');
    expect((await signIn(login, code())).status).toBe(400);
    const tasks = await listTasks(lending.db.kysely);
    expect(tasks.map(({ kind }) => kind)).toContain('colleague-guessed');
    lending.clock.pass({ minutes: 14 });
    expect((await signIn(login, code())).status).toBe(400);
    lending.clock.pass({ minutes: 2 });
    expect((await signIn(login, code())).status).toBe(201);
  });

  test('is limited for one address, whatever the logins', { tags: 'asvs-6.1.1' }, async () => {
    const statuses = [];
    for (let n = 0; n < 32; n++) statuses.push((await signIn(`Nadie ${n}`, '000000', 'x')).status);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('a session', () => {
  async function session() {
    const { login, code } = await somebody();
    return { login, headers: bearer((await signIn(login, code())).body['token']) };
  }
  const status = async (headers: Record<string, string>) => (await send('me', undefined, headers)).status;

  test('ends after half an hour without a call, and not while there are some', async () => {
    const { headers } = await session();
    for (const _ of Array(3)) {
      lending.clock.pass({ minutes: 29 });
      expect(await status(headers)).toBe(200);
    }
    lending.clock.pass({ minutes: 31 });
    expect(await status(headers)).toBe(401);
  });

  test('ends after twelve hours, whatever happens', async () => {
    const { headers } = await session();
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      lending.clock.pass({ minutes: 20 });
      expect(await status(headers)).toBe(200);
    }
    lending.clock.pass({ minutes: 20 });
    expect(await status(headers)).toBe(401);
  });

  test('ends with signing out, and is nowhere in the tables', async () => {
    const { headers } = await session();
    const { rows } = await lending.db.kysely
      .selectFrom('colleague_session')
      .selectAll()
      .execute()
      .then((all) => ({ rows: all }));
    expect(JSON.stringify(rows)).not.toContain(headers.authorization.slice(7));
    expect((await send('sign-out', {}, headers)).status).toBe(204);
    expect(await status(headers)).toBe(401);
  });

  test('ends when the account is locked, which keeps it out until an administrator opens it', async () => {
    const { login, code } = await somebody();
    const headers = bearer((await signIn(login, code())).body['token']);
    const admin = (await aColleague(lending.db, 'Jefa', ['admin'])).headers;
    const why = { reason: 'Has left the company.' };
    await lending.db.kysely.updateTable('colleague').set({ locked_at: null }).where('login', '=', 'Jefa').execute();
    expect((await send(`colleagues/${encodeURIComponent(login)}/lock`, why, admin)).body).toEqual({ status: 'LOCKED' });
    expect(await status(headers)).toBe(401);
    lending.clock.pass({ minutes: 1 });
    expect((await signIn(login, code())).status).toBe(400);
    await send(`colleagues/${encodeURIComponent(login)}/unlock`, why, admin);
    expect((await signIn(login, code())).status).toBe(201);
  });
});

describe('an invitation', () => {
  test('counts once and for a day, for the login it was made for', { tags: 'asvs-6.1.3' }, async () => {
    const first = await somebody();
    const again = { login: first.login, invitation: first.invitation, password: PASSWORD };
    expect((await send('invitations', again)).body.error?.code).toBe('link_over');
    const late = await inviteFirstAdministrator(
      lending.db.kysely,
      { login: 'Tarde', name: 'Tarde' },
      lending.clock.now(),
      endVisitsOf,
    );
    if (late.kind !== 'invited') throw new Error(late.kind);
    const taken = { invitation: late.invitation, password: PASSWORD };
    expect((await send('invitations', { login: first.login, ...taken })).status).toBe(410);
    lending.clock.pass({ minutes: 24 * 60 + 1 });
    expect((await send('invitations', { login: 'Tarde', ...taken })).status).toBe(410);
  });

  test('puts nothing in force before a right code of the newest factor, and begins again as often as it is taken', {
    tags: 'asvs-6.1.3',
  }, async () => {
    const { kysely } = lending.db;
    const login = 'Nela';
    const invited = await inviteFirstAdministrator(kysely, { login, name: 'Nela' }, lending.clock.now(), endVisitsOf);
    if (invited.kind !== 'invited') throw new Error(invited.kind);
    const { invitation } = invited;
    const take = (password = PASSWORD) => send('invitations', { login, invitation, password });
    const codeIn = (taken: { readonly body: StaffAnswer }) =>
      codeOfApp(taken.body['secondFactor'], lending.clock.now());
    const confirm = (code: string) => send('invitations/confirm', { login, invitation, code });
    expect((await confirm('000000')).status).toBe(410);
    const first = codeIn(await take('nueve llamas cruzan el puente'));
    expect((await findColleague(kysely, login))?.password_hash).toBeNull();
    expect((await signIn(login, first, 'nueve llamas cruzan el puente')).status).toBe(400);
    const second = codeIn(await take());
    expect((await confirm(first)).body.error).toMatchObject({ fieldErrors: [{ field: 'code', code: 'mismatch' }] });
    const both = await Promise.all([confirm(second), confirm(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 410]);
    const confirmed = both.find(({ status }) => status === 201);
    expect((await send('me', undefined, bearer(confirmed?.body['token']))).body).toMatchObject({ login });
    expect(confirmed?.body['recoveryCodes']).toHaveLength(8);
    const id = (await findColleague(kysely, login))?.id ?? '';
    const left = kysely.selectFrom('colleague_setup').select('begun_at').where('colleague_id', '=', id);
    expect(await left.execute()).toEqual([]);
    expect((await take()).status).toBe(410);
  });

  test('takes no password that is guessed first, or too short', async () => {
    const invited = await inviteFirstAdministrator(
      lending.db.kysely,
      { login: 'Eva', name: 'Eva' },
      lending.clock.now(),
      endVisitsOf,
    );
    if (invited.kind !== 'invited') throw new Error(invited.kind);
    for (const password of ['corta', 'contraseña123']) {
      const answer = await send('invitations', { login: 'Eva', invitation: invited.invitation, password });
      expect(answer.status).toBe(400);
    }
  });

  test('takes no password with the name of its colleague, and tells nobody else whose name a login has', async () => {
    const of = { login: 'xnc', name: 'Xiomara Ñahuirima Ccori' };
    const invited = await inviteFirstAdministrator(lending.db.kysely, of, lending.clock.now(), endVisitsOf);
    if (invited.kind !== 'invited') throw new Error(invited.kind);
    const take = (password: string, invitation = invited.invitation) =>
      send('invitations', { login: of.login, invitation, password });
    const own = ['xiomara ñahuirima', 'Nahuirima-Ccori', 'el gato de Xiomara salta', 'ÑAHUIRIMA.xiomara.71'];
    for (const password of own) {
      const answer = await take(password);
      expect([password, answer.status, answer.body.error]).toEqual([
        password,
        400,
        expect.objectContaining({ fieldErrors: [{ field: 'password', code: 'not_allowed' }] }),
      ]);
      expect((await take(password, 'x'.repeat(43))).body.error?.code).toBe('link_over');
    }
    expect((await take('ocho llamas cruzan el puente')).status).toBe(201);
  });
});

describe('accounts', () => {
  const admins = async () => {
    const all = [await aColleague(lending.db, 'Jefa', ['admin']), await aColleague(lending.db, 'Jefe', ['admin'])];
    await lending.db.kysely
      .updateTable('colleague')
      .set({ locked_at: null })
      .where('login', 'in', ['Jefa', 'Jefe'])
      .execute();
    return all.map(({ headers }) => headers) as [Record<string, string>, Record<string, string>];
  };

  test('are made by two administrators, who say the same', async () => {
    const [one, other] = await admins();
    const asked = { login: 'Nueva', name: 'Nueva Persona', roles: ['support'] };
    expect((await send('colleagues', asked, one)).body).toMatchObject({ status: 'PROPOSED' });
    expect((await send('colleagues', asked, one)).body.error?.code).toBe('four_eyes');
    expect((await send('colleagues', { ...asked, roles: ['admin'] }, other)).body.error?.code).toBe('four_eyes');
    expect(await findColleague(lending.db.kysely, 'Nueva')).toBeUndefined();
    const { status, body } = await send('colleagues', asked, other);
    expect(status).toBe(201);
    const accepted = await send('invitations', { login: 'Nueva', invitation: body['invitation'], password: PASSWORD });
    expect(accepted.status).toBe(201);
    const code = codeOfApp(accepted.body['secondFactor'], lending.clock.now());
    const confirmed = { login: 'Nueva', invitation: body['invitation'], code };
    expect((await send('invitations/confirm', confirmed)).status).toBe(201);
    expect((await send('colleagues', asked, one)).body.error?.code).toBe('login_taken');
    const { colleagues } = (await send('colleagues', undefined, one)).body as { colleagues: readonly StaffAnswer[] };
    expect(colleagues.find(({ login }) => login === 'Nueva')).toMatchObject({ roles: ['support'], status: 'ACTIVE' });
  });

  test('get other roles, and another way in, from two administrators', async () => {
    const [one, other] = await admins();
    const { login, code } = await somebody('Eva');
    const at = `colleagues/${encodeURIComponent(login)}`;
    const moved = { roles: ['finance', 'compliance'], reason: 'Moved to finance.' };
    expect((await send(`${at}/roles`, moved, one)).status).toBe(202);
    expect((await send(`${at}/roles`, { ...moved, roles: ['compliance', 'finance'] }, other)).status).toBe(201);
    const session = bearer((await signIn(login, code())).body['token']);
    expect((await send('me', undefined, session)).body['roles']).toEqual(['compliance', 'finance']);
    expect((await send(`${at}/invite`, { reason: 'New telephone.' }, one)).status).toBe(202);
    expect((await send(`${at}/invite`, { reason: 'Lost the old one.' }, other)).body['invitation']).toBeDefined();
    expect((await send('me', undefined, session)).status).toBe(401);
    lending.clock.pass({ minutes: 1 });
    expect((await signIn(login, code())).status).toBe(400);
  });

  test('are changed with the record of the colleague who did it, or not at all', async () => {
    const { kysely } = lending.db;
    const [one, other] = await admins();
    const { login } = await somebody('Eva');
    const at = `colleagues/${encodeURIComponent(login)}`;
    const before = await findColleague(kysely, login);
    const acts = [
      [`${at}/roles`, { roles: ['support'], reason: 'Moved to support.' }],
      [`${at}/invite`, { reason: 'New telephone.' }],
      ['colleagues', { login: 'Otra Nueva', name: 'Nueva', roles: ['support'] }],
    ] as const;
    for (const [path, body] of acts) expect((await send(path, body, one)).status).toBe(202);
    // As if the process died before the approval was written.
    await sql`create function no_approval() returns trigger language plpgsql as
      $$ begin raise exception 'the process died'; end $$`.execute(kysely);
    await sql`create trigger no_approval before update on staff_approval for each row
      when (new.status = 'APPROVED') execute function no_approval()`.execute(kysely);
    for (const [path, body] of acts) expect((await send(path, body, other)).status).toBe(500);
    await sql`drop function no_approval cascade`.execute(kysely);
    expect(await findColleague(kysely, login)).toEqual(before);
    expect(await findColleague(kysely, 'Otra Nueva')).toBeUndefined();
    for (const [path, body] of acts) expect((await send(path, body, other)).status).toBe(201);
    const subjects = [`colleague:${login.toLowerCase()}`, 'colleague:otra nueva'];
    const rows = (await Promise.all(subjects.map((subject) => readAudit(kysely, subject)))).flat();
    expect(
      rows
        .map(({ action }) => action)
        .filter((action) => action.endsWith('.approve'))
        .sort(),
    ).toEqual(['colleague.add.approve', 'colleague.invite.approve', 'colleague.roles.approve']);
  });

  test('have logins that look like what they are', async () => {
    const [one] = await admins();
    for (const login of ['', ' ', 'machine\u3164', 'a'.repeat(61), 'x/y']) {
      const answer = await send('colleagues', { login, name: 'Somebody', roles: ['support'] }, one);
      expect([login, answer.status]).toEqual([login, 400]);
    }
  });

  test('keep their id and login, and are never deleted', async () => {
    await aColleague(lending.db, 'Jefa', ['admin']);
    const { kysely } = lending.db;
    await expect(
      kysely
        .updateTable('colleague')
        .set({ login: 'Otra' } as never)
        .execute(),
    ).rejects.toThrow('keeps its id');
    await expect(
      kysely
        .deleteFrom('colleague_session')
        .execute()
        .then(() => kysely.deleteFrom('colleague').execute()),
    ).rejects.toThrow('never deleted');
  });
});

test('the first two administrators come from the database, and so does the way back when fewer than two are left', {
  tags: 'asvs-6.1.3',
}, async () => {
  const first = (login: string) =>
    inviteFirstAdministrator(lending.db.kysely, { login, name: login }, lending.clock.now(), endVisitsOf);
  const [one, other] = [await somebody(), await somebody()];
  expect(await first('Tercera')).toEqual({ kind: 'enough', logins: [one.login, other.login] });
  await aColleague(lending.db, 'Sin poder', ['support']);
  expect((await first('Sin poder')).kind).toBe('no-administrator');
  // Who lost the telephone, while the other is still there.
  expect((await first(other.login)).kind).toBe('invited');
  expect((await signIn(other.login, other.code())).status).toBe(400);
  expect((await first('Tercera')).kind).toBe('invited');
});
