import { relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Environment } from '#server/kit/config.ts';
import { readOperationsListener, requireOperationsListener } from '#server/kit/operations-listener.ts';
import { readLendingConfig } from '#server/lending/config.ts';
import { readGatewayConfig } from '#server/lending/gateways/config.ts';
import { readStartConfig } from '#server/publishing/config.ts';
import { buildVariablesOf } from '#server/publishing/open-publishing.ts';
import { readPreviewConfig } from '#server/publishing/preview/config.ts';
import { TEST_VAULT_VARIABLES } from '#tests/support/people/vault.ts';
import { filesUnder, ROOT, read } from './source-tree.ts';

/** Files that are handed the environment: they name their variables in words of their own. */
const READS_ENVIRONMENT = /from '(?:#server\/kit\/config\.ts|\.\/config\.ts)'|\benv\b/;
const NAME = /'((?:[A-Z][A-Z0-9]*_)+[A-Z0-9]+|PORT|HOST)'/g;
const READERS = /\b(?:readText|readSwitch|readWholeNumber|readChoice|needed|env\[)/;

/** For the terminal and the tests of whoever develops; no lender sets them. */
const OF_DEVELOPERS = [
  'ASTRO_TELEMETRY_DISABLED',
  'CHROMIUM_PATH',
  'FORCE_COLOR',
  'NODE_COMPILE_CACHE',
  'NO_COLOR',
  'TEST_SCOPE',
];

/** Every variable that some program of ours reads. */
function variablesRead(): string[] {
  const files = ['src/server', 'src/tools']
    .flatMap((folder) => filesUnder(folder))
    .filter((file) => file.endsWith('.ts'));
  const names = files.flatMap((file) => {
    const text = read(file);
    if (!READS_ENVIRONMENT.test(text) || !READERS.test(text)) return [];
    return [...text.matchAll(NAME)].map(([, name]) => name as string);
  });
  return [...new Set(names)].filter((name) => !OF_DEVELOPERS.includes(name)).sort();
}

const PAGE = 'src/tools/README.md';
/** As the commands name it: without a slash at the end. */
const REPO = resolve(ROOT);

interface Row {
  readonly names: readonly string[];
  readonly byDefault: string;
  readonly inProduction: string;
}

/** The rows of a table of the page, below its head; a `|` inside a cell is written `\\|`. */
function rowsOf(head: string): string[][] {
  const lines = read(PAGE).split('\n');
  const start = lines.findIndex((line) => line.startsWith(head));
  const rows = lines.slice(start + 2, lines.indexOf('', start));
  return rows.map((row) => row.split(/(?<!\\) ?\| ?/).slice(1, -1));
}

function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word as string);
}

function variables(): Row[] {
  return rowsOf('| Variable |').map(([names = '', , byDefault = '', inProduction = '']) => ({
    names: codeIn(names),
    byDefault,
    inProduction,
  }));
}

const IS_NAME = /^[A-Z][A-Z0-9_]+$/;

test('the table of variables has every variable a program reads, and no other', { tags: 'asvs-13.1.1' }, () => {
  expect(variablesRead()).toContain('DATABASE_URL');
  const shown = variables().flatMap(({ names, inProduction }) => [...names, ...codeIn(inProduction)]);
  expect([...new Set(shown.filter((name) => IS_NAME.test(name)))].sort()).toEqual(variablesRead());
  const rows = variables().flatMap(({ names }) => names);
  expect(rows.filter((name, index) => rows.indexOf(name) !== index)).toEqual([]);
});

test('every variable that a page reads reaches the build', () => {
  const pages = ['src/blocks', 'src/layouts', 'src/pages', 'src/client-area', 'src/public-area', 'src/calculator'];
  const texts = pages
    .flatMap((folder) => filesUnder(folder).map((file) => read(file)))
    .filter((text) => text.includes('import.meta.env'));
  const names = new Set(texts.flatMap((text) => text.match(/\bPUBLIC_[A-Z_]+\b/g) ?? []));
  const all = buildVariablesOf(
    readStartConfig(
      {
        PUBLIC_SITE_URL: 'https://www.lender.pe/',
        PUBLIC_CARD_ORIGINS: 'https://card.example',
        PUBLIC_TAG_MANAGER_IDS: 'GTM-ABC123,GTM-DEF456',
      },
      REPO,
    ),
  );
  expect(Object.keys(all)).toEqual(expect.arrayContaining([...names]));
  expect(names.size).toBeGreaterThan(2);
});

/** Something that is taken for each variable that production asks for. */
const SAMPLES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgresql://localhost/manay',
  SITE_URL: 'https://manay.example',
  STORYBLOK_TOKEN: 'public',
  STORYBLOK_WEBHOOK_SECRET: 'shared with the space',
  ...TEST_VAULT_VARIABLES,
  TRUSTED_PROXIES: '0',
  PROVIDER_LEGAL_NAME: 'Una Prestamista S.A.C.',
  PROVIDER_RUC: '20999999990',
  PROVIDER_ADDRESS: 'Av. Ejemplo 100, Lima',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  MAIL_FROM: 'Mañay <hola@manay.example>',
  STORYBLOK_PREVIEW_TOKEN: 'preview',
  LENDING_URL: 'https://lending.example',
};

/** Names that a column calls required, with a value each. */
function required(mark: RegExp): Record<string, string> {
  const names = variables().flatMap((row) => (mark.test(row.inProduction) ? row.names : []));
  expect(names.length).toBeGreaterThan(1);
  return Object.fromEntries(names.map((name) => [name, SAMPLES[name] ?? `no sample of ${name}`]));
}

const readAll = (env: Environment): void => {
  readStartConfig(env, REPO);
  const { sandbox } = readLendingConfig(env);
  readGatewayConfig(env, { sandbox, baseUrl: 'http://127.0.0.1' });
};

test('production starts with what is called required, and not with any of it missing', () => {
  const env = { NODE_ENV: 'production', ...required(/^\*\*required\*\*(?! by)/) };
  expect(() => readAll(env)).not.toThrow();
  for (const name of Object.keys(env).filter((each) => each !== 'NODE_ENV')) {
    expect(() => readAll({ ...env, [name]: undefined }), name).toThrow(name);
  }
});

test('lending alone starts in production with a listener for operations, and not without', () => {
  const said = variables().filter(({ inProduction }) => /^\*\*required\*\* by .*`start:lending`/.test(inProduction));
  expect(said.flatMap(({ names }) => names)).toEqual(['OPERATIONS_PORT', 'OPERATIONS_HOST']);
  const listenerOf = (env: Environment) => requireOperationsListener(true, readOperationsListener(env));
  expect(() => listenerOf({ OPERATIONS_PORT: '4400' })).not.toThrow();
  expect(() => listenerOf({})).toThrow('OPERATIONS_PORT');
});

test('the preview starts with what it is said to require, and not with any of it missing', () => {
  const env = required(/^\*\*required\*\* by .*`start:preview`/);
  expect(() => readPreviewConfig(env, REPO)).not.toThrow();
  for (const name of Object.keys(env)) {
    expect(() => readPreviewConfig({ ...env, [name]: undefined }, REPO), name).toThrow(name);
  }
});

test('the defaults that are shown are those that are read', () => {
  const start = readStartConfig({}, REPO);
  const alone = readLendingConfig({ DATA_DIR: '.data' });
  const preview = readPreviewConfig(required(/^\*\*required\*\* by .*`start:preview`/), REPO);
  const shown = Object.fromEntries(
    variables().flatMap(({ names, byDefault }) => names.map((name) => [name, byDefault])),
  );
  const { provider, siteUrl } = alone.complaintsBook;
  const wanted: Readonly<Record<string, readonly string[]>> = {
    PORT: [String(start.port), String(preview.port)],
    HOST: [start.host],
    DATA_DIR: [relative(REPO, start.dataDir), 'start:lending'],
    SITE_URL: [start.siteUrl, 'PORT'],
    CONTENT_DIR: [relative(REPO, start.contentDir)],
    AMOUNT_SEPARATORS: [start.amountSeparators],
    BRAND_NAME: [alone.brandName],
    TRUSTED_PROXIES: [String(alone.trustedProxies)],
    DATABASE_POOL_SIZE: [String(alone.maxConnections)],
    MIGRATION_SECONDS: [String(alone.migrationLimits.totalMs / 1000)],
    DRAIN_SECONDS: [String(alone.drainMs / 1000)],
    LENDER_SANDBOX: [start.sandbox ? '1' : '0', 'start:lending', alone.sandbox ? '1' : '0'],
    LOG_LEVEL: ['warn', 'start:lending', alone.logLevel],
    REDIRECT_DAYS: [String(start.redirectDays)],
    PROVIDER_ESTABLISHMENT_CODE: [provider.establishmentCode],
  };
  for (const [name, values] of Object.entries(wanted)) expect(codeIn(shown[name] ?? ''), name).toEqual(values);
  expect(siteUrl).toBe(start.siteUrl);
  const fixed = Object.keys(shown).filter((name) => /^`[^`]+`/.test(shown[name] as string));
  const others = ['API_DOCS', 'STORYBLOK_REGION', 'STORYBLOK_API_URL'];
  expect(fixed.sort()).toEqual([...Object.keys(wanted), ...others].sort());
});

test('the table of roles has every start command with its port', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const starts = Object.keys(scripts).filter((name) => /^start(?::|$)/.test(name));
  const rows = rowsOf('| Command | Role | Port |');
  const named = rows.map(([command = '']) => codeIn(command)[0]?.replace(/^npm (?:run )?/, ''));
  expect(named.sort()).toEqual(starts.sort());
  const ports = Object.fromEntries(rows.map(([command = '', , port]) => [codeIn(command)[0], Number(port)]));
  const preview = readPreviewConfig(required(/^\*\*required\*\* by .*`start:preview`/), REPO);
  const { port } = readStartConfig({}, REPO);
  expect(ports).toEqual({
    'npm start': port,
    'npm run start:lending': readLendingConfig({ DATA_DIR: '.data' }).port,
    'npm run start:publisher': port,
    'npm run start:preview': preview.port,
  });
});

test('publisher and preview keep no key of people and no secret of the lending role', { tags: 'asvs-13.3.2' }, () => {
  const mark = 'a secret of another role';
  const known = new Set(variables().flatMap(({ names }) => names));
  const lendingOnly = rowsOf('| Variable |').flatMap(([names = '', role = '']) =>
    role === 'lending' ? codeIn(names) : [],
  );
  const secrets = lendingOnly.filter((name) =>
    /_(?:TOKEN|SECRET|KEYS?|PASSWORD)$|^SMTP_URL$|^MIGRATIONS_URL$/.test(name),
  );
  expect(secrets).toEqual(expect.arrayContaining(['VAULT_KEYS', 'VAULT_INDEX_KEY', 'SMTP_URL']));
  expect(secrets.every((name) => known.has(name))).toBe(true);
  const others = Object.fromEntries(secrets.map((name) => [name, `${mark}: ${name}`]));
  const start = readStartConfig(
    { ...others, NODE_ENV: 'production', ...without(required(/^\*\*required\*\*(?! by)/), secrets) },
    REPO,
  );
  const preview = readPreviewConfig({ ...others, ...required(/^\*\*required\*\* by .*`start:preview`/) }, REPO);
  expect(JSON.stringify([start, preview])).not.toContain(mark);
});

function without(env: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}
