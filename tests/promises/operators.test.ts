import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startLending } from '#server/lending/main.ts';
import { StaffSessions } from '#server/start/staff-sessions.ts';
import { read } from '#tests/architecture/source-tree.ts';
import { file, withComplaintsBook } from '#tests/support/complaints/complaints-book.ts';
import { ownDatabase } from '#tests/support/database/own-database.ts';
import { codeOfApp } from '#tests/support/staff/colleagues.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';
import { helpOf } from '#tools/install.mjs';
import { runCommandLine } from '#tools/lender.ts';
import { promise } from './promise.ts';

const book = withComplaintsBook();
const ROOT = process.cwd();
const TOKEN = randomBytes(32).toString('base64');
/** The starter of a script, and what it starts. */
const STARTED = /^node src\/tools\/install\.mjs (?<script>\S+)/;

promise(
  'Every command says with `--help` what it does, and does nothing else.',
  { file: 'src/tools/README.md' },
  async () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const started = Object.entries(scripts).flatMap(([name, line]) => {
      const script = STARTED.exec(line)?.groups?.['script'];
      return script
        ? [{ called: name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`, script }]
        : [];
    });
    expect(started.length).toBeGreaterThan(12);
    for (const { called, script } of started) {
      const help = called === 'npm run lender' ? await runCommandLine(['--help'], {}) : helpOf(ROOT, script);
      expect([called, help]).toEqual([called, expect.stringContaining(called)]);
    }
    // `format` is Biome's own command, which has a help.
    expect(Object.keys(scripts).filter((name) => !STARTED.test(scripts[name] ?? ''))).toEqual(['format']);
    // Without packages, without a database, without a port.
    const words = ['src/tools/install.mjs', 'src/server/start/main.ts', '--help'];
    const run = spawnSync(process.execPath, words, { encoding: 'utf8', env: { PATH: '' }, timeout: 100_000 });
    expect([run.status, run.stdout]).toEqual([0, expect.stringContaining('npm start')]);
    expect(run.stdout).not.toContain('localhost');
  },
);

promise(
  'Whatever operators decide or change, and each application, complaint, picture and file of a client that they open, is in a chain of hashes (`audit verify`), under the account of the colleague who did it.',
  { file: 'src/tools/lender/README.md' },
  async () => {
    await file(book);
    const lender = lenderOf(book);
    await lender('complaints show LR-2026-000001');
    await lender('complaints assign LR-2026-000001 Luis');
    const shown = await lender('audit show complaint:LR-2026-000001');
    expect(shown).toMatch(/operator:Ana +complaint\.assign[\s\S]*operator:Ana +complaint\.view/);
    expect(await lender('audit verify')).toMatch(/^kind: intact\nrows: 2\n/);
  },
);

promise(
  'A list that says who people are leaves a row there too, page by page and as a file, with its filters and how many they were, before it is answered; other lists do not. `audit show` finds rows by thing, by colleague (`--colleague eva`) and by day; the log has every call.',
  { file: 'src/tools/lender/README.md' },
  async () => {
    await file(book);
    const lender = lenderOf(book, 'eva');
    await lender('person list');
    await lender('person list', { format: 'csv' });
    await lender('complaints export', { from: '2026-01-01' });
    await lender('payouts batches');
    const today = book.clock.businessDate();
    const shown = await lender('audit show', { colleague: 'Eva', from: today, to: today });
    // The newest comes first.
    const looks = shown
      .split('\n')
      .filter((line) => line.includes('operator:eva'))
      .toReversed();
    expect(looks.map((line) => / (person|complaints)\.(list|export) /.exec(line)?.[0].trim())).toEqual([
      'person.list',
      'person.list',
      'complaints.export',
    ]);
    expect(looks[1]).toMatch(/"as":"csv"/);
    expect(looks[2]).toMatch(/"from":"2026-01-01".*"shown":\d|"shown":\d+.*"from":"2026-01-01"/);
    expect(await lender('audit show', { colleague: 'luis' })).toBe('Nothing.');
  },
);

/** Signs in as `npm run lender -- login` does, with what a person types. */
async function signIn(
  url: string,
  { login, invitation, folder }: { login: string; invitation: string | undefined; folder: string },
): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1/staff/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };
  const password = 'ocho llamas cruzan el puente';
  const { secondFactor } = await post('invitations', { login, invitation, password });
  const code = codeOfApp(secondFactor, Date.now());
  const { token = '' } = await post('invitations/confirm', { login, invitation, code });
  new StaffSessions(folder, url).keep(login, token, { isCurrent: true });
}

promise('sandbox: a month later, with the close of every day in between', { file: 'README.md' }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manay-lending-alone-'));
  const env = {
    ...(await ownDatabase(folder)),
    LENDER_SANDBOX: '1',
    OPERATOR_TOKEN: TOKEN,
    PORT: '0',
    LOG_LEVEL: 'silent',
  };
  const login = 'rosa';
  const first = await runCommandLine(['colleagues', 'first', login], { ...env, DATA_DIR: folder });
  const lending = await startLending(env);
  try {
    const url = `http://127.0.0.1:${lending.port}`;
    const dateAt = async () => {
      const response = await fetch(`${url}/api/v1/public/offer/product-settings?sequence=1`);
      const { singlePayProduct } = (await response.json()) as {
        singlePayProduct: { pricing: { businessDate: string } };
      };
      return Date.parse(singlePayProduct.pricing.businessDate);
    };
    const before = await dateAt();
    const commands = { LENDING_URL: url, DATA_DIR: folder };
    await signIn(url, { login, invitation: /--invitation (\S+)/.exec(first)?.[1], folder });
    expect(await runCommandLine(['date', 'advance', '30'], commands)).toMatch(/"closed": 0/);
    expect((await dateAt()) - before).toBe(30 * 86_400_000);
  } finally {
    await lending.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
