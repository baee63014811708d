import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  expect(units.filter((unit) => !text.includes(unit.replace(/@?\.(?:service|socket)$/, '')))).toEqual([]);
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
    // What other units of this machine are told is none of our business.
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
