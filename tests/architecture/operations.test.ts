import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readMigrations } from '#server/kit/migrate.ts';
import { GROUPS, HELP } from '#tools/lender.ts';
import { filesUnder, ROOT, read } from './source-tree.ts';

const GUIDE = 'src/server/lending/operations.md';
const UNITS = '.config/systemd';
const text = read(GUIDE);
const matches = (pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, word]) => word as string)),
];

test('every command of the operations guide exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = matches(/npm run ([\w:-]+)/g);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const commands = matches(/npm run lender -- ([a-z-]+ [a-z-]+)/g);
  expect(commands.length).toBeGreaterThan(6);
  const isThere = (command: string): boolean => {
    const [area = '', word = ''] = command.split(' ');
    const help = `${HELP}\n${GROUPS.find(({ name }) => name === area)?.help ?? ''}`;
    return new RegExp(`^ +${area}(?: ${word})?\\b`, 'm').test(help);
  };
  expect(commands.filter((command) => !isThere(command))).toEqual([]);
  expect(read('src/server/lending/main.ts')).toContain("'--migrate-only'");
});

test('every variable of the operations guide, its units and samples is one that a program reads', () => {
  const table = read('src/tools/README.md');
  const samples = readdirSync(join(ROOT, UNITS)).map((file) => read(`${UNITS}/${file}`));
  const inSamples = samples.flatMap((unit) =>
    [...unit.matchAll(/\b([A-Z][A-Z_]{3,})=/g)].map(([, name]) => name as string),
  );
  const named = [...matches(/`([A-Z]+_[A-Z_]+)(?:=[^`]*)?`/g), ...inSamples].map((name) => name.replace(/_FILE$/, ''));
  expect(new Set(named).size).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

test('every file, figure and unit of the operations guide exists, and every unit is in it', () => {
  const links = matches(/\]\((?!https?:|#)([^)#]+)/g);
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter((link) => !existsSync(resolve(ROOT, dirname(GUIDE), link)))).toEqual([]);
  const sources = filesUnder('src/server').filter((file) => file.endsWith('metrics.ts'));
  const code = sources.map((file) => read(file)).join();
  const figures = [
    ...new Set([
      ...matches(/\b(manay_[a-z_]+)/g),
      ...[...read('.config/prometheus-alerts.yml').matchAll(/\b(manay_[a-z_]+)/g)].map(([, name = '']) => name),
    ]),
  ];
  expect(figures.length).toBeGreaterThan(12);
  const isFigure = (name: string): boolean =>
    [name, name.replace(/_(?:oldest_seconds|sum|count)$/, '')].some((each) => code.includes(`'${each}'`));
  expect(figures.filter((name) => !isFigure(name) && !['manay_owner', 'manay_app'].includes(name))).toEqual([]);
  const units = readdirSync(join(ROOT, UNITS));
  expect(units.length).toBeGreaterThan(3);
  expect(units.filter((unit) => !text.includes(unit.replace(/@?\.(?:service|socket|timer)$/, '')))).toEqual([]);
});

/** The first schema, by subject: no older program than its own. */
const FIRST_SCHEMA = 15;

test('every migration after the first schema says what it is to older programs', () => {
  const silent = readMigrations(join(ROOT, 'src/server/lending/migrations'))
    .filter(
      ({ number, text: sql }) =>
        number > FIRST_SCHEMA && !/^-- (?:expand|contract), for programs since \d{4}\n/.test(sql),
    )
    .map(
      ({ name }) => `${name}: begin it with "-- expand, for programs since NNNN" or "-- contract, …" (decision 0143)`,
    );
  expect(silent).toEqual([]);
});

/** systemd itself looks at the units, where it is installed; elsewhere nobody can. */
const ANALYZE = ['/usr/bin/systemd-analyze', '/bin/systemd-analyze'].find((file) => existsSync(file));

test.runIf(ANALYZE)('systemd takes the sample units as they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manay-units-'));
  try {
    cpSync(join(ROOT, UNITS), folder, { recursive: true });
    const units = readdirSync(folder).map((file) => {
      const path = join(folder, file.replace('@.', '@4331.'));
      // It looks for what a unit starts, in the folder in which it is installed.
      writeFileSync(path, readFileSync(join(folder, file), 'utf8').replaceAll('/opt/manay', resolve(ROOT)));
      return path;
    });
    const { status, stderr } = spawnSync(ANALYZE as string, ['verify', '--man=no', ...units], { encoding: 'utf8' });
    // Other units of this machine are not ours to judge.
    const ours = stderr.split('\n').filter((line) => /manay/.test(line));
    expect(ours).toEqual([]);
    expect(status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Of ten. What a unit cannot give up: the network, sockets, and a language that compiles while it runs. */
const MOST_EXPOSED = 3;

test.runIf(ANALYZE).each(readdirSync(join(ROOT, UNITS)).filter((unit) => unit.endsWith('.service')))(
  '%s exposes the machine to little',
  (unit) => {
    const asked = ['security', '--offline=true', `--threshold=${MOST_EXPOSED * 10}`, join(ROOT, UNITS, unit)];
    const { status, stdout } = spawnSync(ANALYZE as string, asked, { encoding: 'utf8' });
    expect(stdout).toMatch(/Overall exposure level for \S+: [0-2]\.\d/);
    expect(status).toBe(0);
  },
);

test('a command has the variables of the service as systemd reads them, and its secrets, whatever a shell would make of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manay-lender-'));
  try {
    for (const inner of ['.config', 'node_modules/.bin', 'etc/secrets'])
      mkdirSync(join(folder, inner), { recursive: true });
    cpSync(join(ROOT, '.config/manay-lender'), join(folder, '.config/manay-lender'));
    // In place of Node: what it is called with, and its environment.
    const printed = '#!/bin/sh\nprintf "%s|" "$(pwd)" "$@"; echo; env\n';
    writeFileSync(join(folder, 'node_modules/.bin/node'), printed, { mode: 0o755 });
    const variables = {
      PROVIDER_LEGAL_NAME: 'Prueba S.A.C.',
      MAIL_FROM: 'Mañay <cobros@prestamos.example>',
      PROVIDER_ADDRESS: 'Jr. Puno 12 #4; $HOME `id` & más',
      SMTP_URL: 'smtps://a:b%23c@mail.example?x=1&y=2',
      BRAND_NAME: '',
    };
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    const quoted = ['# a comment', '; another', '', 'SITE_URL="https://prestamos.example"', "LOG_LEVEL='info'"];
    writeFileSync(join(folder, 'etc/lending.env'), [...quoted, ...lines].join('\n'));
    for (const name of ['vault-keys', 'vault-index-key', 'operator-token']) {
      writeFileSync(join(folder, 'etc/secrets', name), `${name}+/=\n`);
    }
    const env = { PATH: process.env['PATH'], MANAY_ETC: join(folder, 'etc'), MANAY_USER: userInfo().username };
    const run = (...words: string[]) =>
      spawnSync(join(folder, '.config/manay-lender'), words, { encoding: 'utf8', env, cwd: '/' });
    const { stdout, stderr } = run('colleagues', 'first', 'rosa', '--name', 'Rosa Díaz');
    expect(stderr).toBe('');
    const [called, ...environment] = stdout.split('\n');
    expect(called).toBe(`${realpathSync(folder)}|src/tools/lender.ts|colleagues|first|rosa|--name|Rosa Díaz|`);
    expect(environment).toEqual(
      expect.arrayContaining([
        ...lines,
        'SITE_URL=https://prestamos.example',
        'LOG_LEVEL=info',
        'VAULT_KEYS=vault-keys+/=',
        'VAULT_INDEX_KEY=vault-index-key+/=',
        'OPERATOR_TOKEN=operator-token+/=',
      ]),
    );
    writeFileSync(join(folder, 'etc/lending.env'), 'export SITE_URL=x\n');
    expect(run('tasks', 'list')).toMatchObject({ status: 2, stderr: expect.stringContaining('is not NAME=value') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each([
  ['postgresql://owner:a%40b%2Fc%C3%B1%25@db.example:5432/manay?sslmode=verify-full', 'a@b/cñ%'],
  ['postgresql://owner:p:q\\n$x@one:5432,two:5432/manay', 'p:q\\n$x'],
  ['postgresql://owner@127.0.0.1/manay', ''],
  ['postgresql:///manay?host=/run/a:b@c', ''],
])('a copy never has the password on a command line, which everybody on the machine may read: %s', (url, password) => {
  const folder = mkdtempSync(join(tmpdir(), 'manay-backup-'));
  try {
    for (const inner of ['to', 'bank/archive', 'credentials', 'bin']) {
      mkdirSync(join(folder, inner), { recursive: true });
    }
    writeFileSync(join(folder, 'credentials/migrations-url'), `${url}\n`);
    const told = '#!/bin/sh\nprintf "%s\\n" "$*" "$PGPASSWORD" > "$CREDENTIALS_DIRECTORY/told"\n';
    writeFileSync(join(folder, 'bin/pg_dump'), told, { mode: 0o755 });
    writeFileSync(join(folder, 'bin/pg_restore'), '#!/bin/sh\n', { mode: 0o755 });
    const { status } = spawnSync(join(ROOT, '.config/manay-backup'), [join(folder, 'to'), join(folder, 'bank')], {
      env: {
        PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
        CREDENTIALS_DIRECTORY: join(folder, 'credentials'),
      },
    });
    expect(status).toBe(0);
    const [words = '', inEnvironment] = readFileSync(join(folder, 'credentials/told'), 'utf8').split('\n');
    const account = url.replace(/:(?!\/\/)[^@/]*@(?!c$)/, '@');
    expect([words.split(' ').at(-1), inEnvironment]).toEqual([account, password]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Debian's PostgreSQL, whose programs copy a database. */
const PG_DUMP = spawnSync('pg_dump', ['--version']).status === 0;

test.runIf(PG_DUMP)(
  'a copy that could not be made whole leaves the folder of the last one alone, and no half copy',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'manay-backup-'));
    try {
      for (const inner of ['to/2026-01-01T063000Z', 'bank/archive', 'credentials']) {
        mkdirSync(join(folder, inner), { recursive: true });
      }
      writeFileSync(join(folder, 'credentials/migrations-url'), 'postgresql://nobody@127.0.0.1:1/nothing');
      const { status } = spawnSync(join(ROOT, '.config/manay-backup'), [join(folder, 'to'), join(folder, 'bank')], {
        env: { ...process.env, CREDENTIALS_DIRECTORY: join(folder, 'credentials') },
      });
      expect(status).not.toBe(0);
      expect(readdirSync(join(folder, 'to')).filter((name) => !name.startsWith('.'))).toEqual(['2026-01-01T063000Z']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
