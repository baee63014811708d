import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { removeRunFile, writeRunFile } from '#server/kit/run-file.ts';
import { keepChallenge } from '#server/lending/staff/staff-challenges.ts';
import { StaffSessions } from '#server/start/staff-sessions.ts';
import { changeParameter, TEST_ENGINE } from '#tests/support/database/database.ts';
import { ownDatabase } from '#tests/support/database/own-database.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague, codeOfApp, signInOf } from '#tests/support/staff/colleagues.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';
import { login } from '#tools/lender/login.ts';
import { runCommandLine, runLender } from '#tools/lender.ts';
import type { OperatorClient } from '#tools/operator-client.ts';
import { openInProcess } from '#tools/operator-in-process.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const folder = mkdtempSync(join(tmpdir(), 'manay-colleagues-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const PASSWORD = 'ocho llamas cruzan el puente';
const URL_OF_LENDER = 'https://lender.example';
const sessions = new StaffSessions(folder, URL_OF_LENDER);
beforeEach(() => rmSync(join(folder, 'staff-sessions.json'), { force: true }));

/** A client with the session that this machine keeps. */
function client(as?: string): OperatorClient {
  const token = sessions.tokenOf(as);
  return {
    request: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (token !== undefined && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
      return lending.app.request(path, { ...init, headers });
    },
    signIn: (login, given) => sessions.keep(login, given, { isCurrent: true }),
    signOut: () => token !== undefined && sessions.forget(token),
    close: () => Promise.resolve(),
  };
}
const as = (name: string) => lenderOf(lending, name);

/** Types what is asked; the code is the one that the app shows, which has read what the command printed. */
async function typing<Value>(run: (ask: Parameters<typeof login>[3]) => Promise<Value>): Promise<Value> {
  const { write } = process.stderr;
  let said = '';
  process.stderr.write = (text: string | Uint8Array) => {
    said += String(text);
    return true;
  };
  const uri = () => /otpauth:\S+/.exec(said)?.[0] ?? shown;
  const ask = () => ({
    words: async () => codeOfApp(uri(), lending.clock.now()),
    secret: async () => PASSWORD,
    close: () => undefined,
  });
  try {
    return await run(ask);
  } finally {
    shown = uri();
    printed = said;
    process.stderr.write = write;
  }
}
let shown = '';
let printed = '';

test('two administrators add a colleague, who chooses a password, signs in, is known, and signs out', async () => {
  const add = { name: 'Eva Ríos', roles: 'support,collections' };
  expect(await as('Jefa')('colleagues add eva', add)).toMatch(
    /^Proposed \(.*\): another account gives the same command/,
  );
  expect(await as('Jefa')('approvals list')).toMatch(/colleague\.add +colleague:eva +.*"support","collections".*Jefa/);
  const invited = await as('Jefe')('colleagues add eva', add);
  const invitation = /invitation: (\S+)$/.exec(invited)?.[1];
  expect(await as('Jefa')('approvals list')).toBe('Nothing.');

  const line = await typing((ask) => login(client(), ['eva'], { invitation }, ask));
  expect(line).toMatch(/^eva \(Eva Ríos\): support, collections; until /);
  expect(statSync(join(folder, 'staff-sessions.json')).mode & 0o777).toBe(0o600);
  expect(await runLender(client(), ['whoami'], {})).toMatch(/^login: eva\nname: Eva Ríos/);
  await expect(runLender(client(), ['payments', 'unapplied'], {})).rejects.toThrow(
    'Refused (403 role_needed): It takes finance.',
  );
  expect(await runLender(client(), ['tasks', 'list'], {})).toBe('Nothing.');
  expect(await runLender(client(), ['logout'], {})).toBe('Signed out.');
  expect(sessions.tokenOf(undefined)).toBeUndefined();
  await expect(runLender(client(), ['whoami'], {})).rejects.toThrow('Sign in: npm run lender -- login.');

  lending.clock.pass({ minutes: 1 });
  await typing((ask) => login(client(), ['eva'], {}, ask));
  expect(await as('Jefa')('colleagues lock eva', { reason: 'Has left.' })).toBe('eva is locked out.\nstatus: LOCKED');
  expect(await as('Jefa')('colleagues list')).toMatch(/^eva +Eva Ríos +support, collections +LOCKED/m);
  await expect(runLender(client(), ['whoami'], {})).rejects.toThrow('Sign in');
});

test('who is invited by a command is shown recovery codes once, beside the key of the app', async () => {
  const add = { name: 'Nela Ríos', roles: 'support' };
  await as('Jefa')('colleagues add nela', add);
  const invitation = /invitation: (\S+)$/.exec(await as('Jefe')('colleagues add nela', add))?.[1];
  await typing((ask) => login(client(), ['nela'], { invitation }, ask));
  expect(printed.match(/^(?:[A-Z2-7]{4} ){3}[A-Z2-7]{4}$/gm)).toHaveLength(8);
  expect(printed).toContain('they are not shown again');
});

test('a colleague whose role asks for a passkey signs commands in by a code of the desk, and by nothing else', async () => {
  const value = { requiredFor: ['finance'] };
  await changeParameter(lending.db, { kind: 'policy', key: 'passkeys', from: '2026-01-10', value });
  const { id } = await aColleague(lending.db, 'fina', ['finance']);
  sessions.keep('another', 'x'.repeat(43), { isCurrent: true });
  const { password, code } = await signInOf(lending, 'fina');
  const types = (words: string) => () => ({
    words: async () => words,
    secret: async () => password,
    close: () => undefined,
  });
  await expect(login(client(), ['fina'], {}, types(code))).rejects.toThrow('sign in with --desk and a code');
  expect(sessions.tokenOf('fina')).toBeUndefined();
  const left = await lending.db.kysely
    .selectFrom('colleague_session')
    .select('id')
    .where('colleague_id', '=', id)
    .where('caller', '!=', 'test')
    .where('ended_at', 'is', null)
    .execute();
  expect(left).toEqual([]);
  const about = { purpose: 'command', bound_to: id, origin: null, user_handle: null, name: null } as const;
  const shown = await keepChallenge(lending.db.kysely, about, lending.clock.now());
  expect(await login(client(), ['fina'], { desk: true }, types(shown))).toMatch(/^fina \(fina\): finance; until /);
  expect(await runLender(client('fina'), ['payments', 'unapplied'], {})).toBe('Nothing.');
  await expect(login(client(), ['fina'], { desk: true }, types(shown))).rejects.toThrow('Refused (400');
});

test('the sessions of a machine are told apart by lender and login', () => {
  const other = new StaffSessions(folder, 'http://localhost:4321/');
  sessions.keep('eva', 'one', { isCurrent: true });
  sessions.keep('luis', 'two', { isCurrent: false });
  other.keep('eva', 'three', { isCurrent: true });
  expect([sessions.tokenOf(undefined), sessions.tokenOf('LUIS'), other.tokenOf('eva')]).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect([sessions.tokenOf('nobody'), other.tokenOf('luis')]).toEqual([undefined, undefined]);
  sessions.forget('one');
  expect([sessions.tokenOf(undefined), sessions.tokenOf('luis')]).toEqual([undefined, 'two']);
  expect(readFileSync(join(folder, 'staff-sessions.json'), 'utf8')).not.toContain('"one"');
});

test('no database is opened beside the one that a running lender has, and none is guessed for a lender elsewhere', async () => {
  const beside = join(folder, 'beside');
  for (const command of ['colleagues first rosa', 'migrate']) {
    const run = (env: Record<string, string>) => runCommandLine(command.split(' '), { DATA_DIR: beside, ...env });
    await expect(run({ LENDING_URL: 'https://lender.example' })).rejects.toThrow(
      'LENDING_URL names a lender at https://lender.example, whose database is not known here.',
    );
    writeRunFile(beside, { pid: process.pid, url: 'http://localhost:4321', operatorToken: 'x' });
    await expect(run({})).rejects.toThrow(
      `Process ${process.pid} (http://localhost:4321) has the database in ${beside} open. Stop it first`,
    );
    removeRunFile(beside, process.pid);
  }
  expect(existsSync(beside) ? readdirSync(beside) : []).toEqual([]);
});

test('without a running process only the first administrator, verify, migrate, keys and the reading of a file work', async () => {
  const alone = join(folder, 'alone');
  const env = { ...(await ownDatabase(alone)), DATA_DIR: alone, LENDER_SANDBOX: '1', LOG_LEVEL: 'silent' };
  const run = (command: string) => runCommandLine(command.split(' '), env);
  await expect(run('complaints list')).rejects.toThrow('Nothing runs here');
  await expect(run('parameter list')).rejects.toThrow(
    /only these work:\n {2}colleagues first\n {2}statements try\n {2}migrate\n {2}keys rewrap\n {2}ledger verify\n {2}audit verify$/,
  );
  expect(await run('migrate')).toMatch(/^Added: 0001-/);
  expect(await run('migrate')).toBe('Nothing was missing.');
  expect(await run('colleagues first rosa')).toMatch(
    /^Added to [\w ]+(?: at | in )\S+\.\nFor rosa alone, once, within a day:\nnpm run lender -- login "rosa"/,
  );
  expect(await run('ledger verify')).toMatch(/^loans: 0\njournals: 0\n/);
  expect(await run('keys rewrap')).toMatch(/^0 keys were wrapped with the newest one, of 0 people\.\nrequests: 0$/);
  expect(await run('audit verify')).toMatch(/^kind: intact\nrows: 2\n/);

  // A server and keys of its own need no folder that can be written: the service's user has none.
  if (TEST_ENGINE === 'postgres') {
    const nowhere = { ...env, DATA_DIR: '/proc/no-folder' };
    expect(await runCommandLine(['ledger', 'verify'], nowhere)).toMatch(/^loans: 0\n/);
  }

  // And nothing else does for a program, although it holds the database.
  const { operatorToken, request, close } = await openInProcess(env, env.DATA_DIR);
  const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };
  expect((await request('/api/v1/staff/parameters', { headers })).status).toBe(403);
  expect((await request('/api/v1/staff/colleagues', { method: 'POST', headers, body: '{}' })).status).toBe(403);
  await close();
});
