import { expect, test } from 'vitest';
import { readLendingConfig, SANDBOX_BOOK } from '#server/lending/config.ts';
import { ANY_LOCALHOST } from '#server/lending/staff/passkey-origins.ts';
import { TEST_VAULT_VARIABLES } from '#tests/support/people/vault.ts';

const DATABASE_URL = 'postgresql://lender:secret@db:5432/lending?sslmode=verify-full';
const NEEDED_IN_PRODUCTION: readonly (readonly [name: string, value: string])[] = [
  ['TRUSTED_PROXIES', '0'],
  ['PROVIDER_RUC', '20131312955'],
  ['SITE_URL', 'https://prestamos.example'],
  ['PROVIDER_LEGAL_NAME', 'Préstamos S.A.C.'],
  ['PROVIDER_ADDRESS', 'Av. Uno 1, Lima'],
  ['SMTP_URL', 'smtps://u:p@mail:465'],
  ['MAIL_FROM', 'Préstamos <ayuda@prestamos.example>'],
  ...Object.entries(TEST_VAULT_VARIABLES),
];

test('on a laptop a data folder is enough, and nothing listens to the network', () => {
  expect(readLendingConfig({ DATA_DIR: '/somewhere' })).toEqual({
    port: 4321,
    host: '127.0.0.1',
    fd: undefined,
    maxConnections: 10,
    migrationLimits: { totalMs: 10_000, lockMs: 500 },
    drainMs: 0,
    database: { dataDir: '/somewhere' },
    production: false,
    sandbox: false,
    trustedProxies: 0,
    logLevel: 'info',
    apiDocs: true,
    complaintsBook: SANDBOX_BOOK,
    registryNumber: '000-2026',
    daySummary: undefined,
    mail: undefined,
    operatorToken: undefined,
    operations: undefined,
    brandName: 'Mañay',
    amountSeparators: 'comma',
    staffNetworks: undefined,
    passkeyOrigins: undefined,
    vault: { dataDir: '/somewhere' },
  });
});

test('the letter about each day goes to one mailbox or several, with links to the site or to an address of the desk', () => {
  const read = (env: Record<string, string>) => readLendingConfig({ DATA_DIR: '/x', ...env }).daySummary;
  const two = { DAILY_SUMMARY_EMAIL: 'ana@lender.example, luis@lender.example,ana@lender.example' };
  expect(read(two)).toEqual({
    to: ['ana@lender.example', 'luis@lender.example'],
    deskUrl: 'http://localhost:4321',
  });
  expect(read({ ...two, DESK_URL: 'https://mesa.lender.example/' })?.deskUrl).toBe('https://mesa.lender.example');
  expect(read({ DESK_URL: 'https://mesa.lender.example' })).toBeUndefined();
  expect(() => read({ DAILY_SUMMARY_EMAIL: 'ana@lender.example;luis' })).toThrow(
    '"ana@lender.example;luis" is not one',
  );
  expect(() => read({ ...two, DESK_URL: 'mesa' })).toThrow('DESK_URL must look like');
});

test('passkeys work at the addresses of the desk, and a wrong one is refused at the start with a sentence', () => {
  const read = (DESK_ORIGINS: string) => readLendingConfig({ DATA_DIR: '/x', DESK_ORIGINS }).passkeyOrigins;
  const both = read('https://mesa.lender.example, http://localhost:14331');
  for (const origin of ['https://mesa.lender.example', 'http://localhost:14331']) expect(both?.has(origin)).toBe(true);
  for (const origin of ['', 'null', 'http://localhost', 'https://lender.example', 'https://mesa.lender.example:8443'])
    expect([origin, both?.has(origin)]).toEqual([origin, false]);
  const wrong = [
    'mesa',
    'http://mesa.lender.example',
    'https://mesa.lender.example/',
    'https://mesa.lender.example/desk',
  ];
  for (const text of [
    ...wrong,
    'https://10.20.0.7',
    'https://[fd00::1]',
    'http://127.0.0.1:14331',
    '*',
    'https://a.b,',
  ])
    expect(() => read(text), text).toThrow('DESK_ORIGINS must be addresses such as https://mesa.example');
  expect(ANY_LOCALHOST.has('http://localhost:9999')).toBe(true);
  for (const origin of ['https://localhost.lender.example', 'http://localhost.example', 'http://127.0.0.1:4321'])
    expect([origin, ANY_LOCALHOST.has(origin)]).toEqual([origin, false]);
});

test('a server wins over a folder', () => {
  expect(readLendingConfig({ DATA_DIR: '/somewhere', DATABASE_URL }).database).toEqual({ databaseUrl: DATABASE_URL });
});

test.each<[string, Record<string, string>, string]>([
  [
    'production with play money',
    { NODE_ENV: 'production', LENDER_SANDBOX: '1', DATABASE_URL },
    'LENDER_SANDBOX=1 is play money: production refuses to start with it.',
  ],
  [
    'production without a server',
    { NODE_ENV: 'production', DATA_DIR: '/x' },
    'DATABASE_URL is missing: the PostgreSQL server, as postgresql://user:password@host:5432/database.',
  ],
  [
    'neither server nor folder',
    {},
    'The lending role started alone needs DATABASE_URL (a PostgreSQL server), or DATA_DIR for the embedded database.',
  ],
])('%s stops the start with one sentence', (_, env, sentence) => {
  expect(() => readLendingConfig(env)).toThrow(sentence);
});

test.each([
  ['DATABASE_URL', 'mysql://x/y', 'DATABASE_URL must look like postgresql://user:password@host:5432/database.'],
  ['MIGRATIONS_URL', 'db', 'MIGRATIONS_URL must look like postgresql://user:password@host:5432/database.'],
  ['PORT', 'http', 'PORT must be a whole number from 0 to 65535, but it is "http".'],
  ['PROVIDER_RUC', '2099999999', 'PROVIDER_RUC must have 11 digits, but it is "2099999999".'],
  ['PROVIDER_REGISTRY_NUMBER', 'N.º 12', 'PROVIDER_REGISTRY_NUMBER must look like 123-2026, but it is "N.º 12".'],
  ['SMTP_URL', 'smtps://u:p@mail:465', 'MAIL_FROM is needed with SMTP_URL: the sender, as Name <address>.'],
  ['SMTP_URL', 'mail:465', 'SMTP_URL must look like smtps://user:password@host:465.'],
  ['OPERATOR_TOKEN', 'secret', 'OPERATOR_TOKEN must have at least 32 characters: it opens what machines call.'],
  ['OPERATOR_TOKEN', 'a'.repeat(40), 'OPERATOR_TOKEN can be guessed: it opens what machines call'],
  ['NODE_ENV', 'prod', 'NODE_ENV must be one of development, test, production, but it is "prod".'],
  ['HOST', '0.0.0.0', 'HOST=0.0.0.0 opens what is not production to the network'],
  ['SITE_URL', 'https://lender.pe', 'SITE_URL=https://lender.pe opens what is not production to the network'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of silent, error, warn, info, debug, but it is "loud".'],
])('%s=%s stops the start with one sentence', (name, value, sentence) => {
  expect(() => readLendingConfig({ DATABASE_URL, [name]: value })).toThrow(sentence);
});

test('only the lender of the sandbox is in a register without saying so', () => {
  const numberOf = (env: object) => readLendingConfig({ DATA_DIR: '/x', ...env }).registryNumber;
  expect(numberOf({})).toBe('000-2026');
  expect(numberOf({ PROVIDER_RUC: '20131312955' })).toBeUndefined();
  expect(numberOf({ PROVIDER_RUC: '20131312955', PROVIDER_REGISTRY_NUMBER: '123-2026' })).toBe('123-2026');
});

test('no sentence repeats the password of the database', () => {
  expect(() => readLendingConfig({ DATABASE_URL: 'postgres:secret@db' })).toThrow(/^(?!.*secret)/);
});

test('production listens to the network', () => {
  const needed = Object.fromEntries(NEEDED_IN_PRODUCTION);
  expect(readLendingConfig({ NODE_ENV: 'production', DATABASE_URL, ...needed, TRUSTED_PROXIES: '2' })).toMatchObject({
    host: '0.0.0.0',
    trustedProxies: 2,
    production: true,
  });
});

/** The variables that a refusal names, each in a line of its own with what it is for. */
function missingIn(env: Record<string, string>): string[] {
  try {
    readLendingConfig(env);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => /^(\w+) is missing: .{10,}\.$/.exec(line)?.[1] ?? line);
  }
}

test('production names at once everything that it cannot do without', () => {
  const env: Record<string, string> = { NODE_ENV: 'production' };
  const needed = [['DATABASE_URL', DATABASE_URL] as const, ...NEEDED_IN_PRODUCTION];
  for (const [name, value] of needed) {
    const missing = needed.map(([each]) => each).filter((each) => env[each] === undefined);
    expect(missingIn(env).sort()).toEqual(missing.sort());
    env[name] = value;
  }
  expect(readLendingConfig(env).complaintsBook.provider).toMatchObject({
    ruc: '20131312955',
    establishmentCode: '0001',
  });
});

test.each([
  ['DATABASE_URL', 'postgresql://lender:secret@db:5432/lending', 'DATABASE_URL must end in ?sslmode=verify-full'],
  ['DATABASE_URL', 'postgresql://u:secret@db/x?ssl=true&sslmode=disable', 'DATABASE_URL must end in'],
  ['DATABASE_URL', 'postgresql://u:secret@db/x?uselibpqcompat=true&sslmode=require', 'DATABASE_URL must end in'],
  ['DATABASE_URL', 'postgresql://u:secret@db/x?sslrootcert=/nowhere.pem', 'a certificate it names is not there'],
  ['MIGRATIONS_URL', 'postgresql://owner:secret@db:5432/lending', 'MIGRATIONS_URL must end in ?sslmode=verify-full'],
  ['SMTP_URL', 'smtp://u:secret@mail:587', 'SMTP_URL must be smtps://… or end in ?requireTLS=true'],
  ['SMTP_URL', 'smtps://u:secret@mail:465?tls.rejectUnauthorized=false', 'SMTP_URL must be smtps://…'],
  ['SMTP_URL', 'smtp://u:secret@mail:587?requireTLS=true&ignoreTLS=true', 'SMTP_URL must be smtps://…'],
  ['LOG_LEVEL', 'warn', 'LOG_LEVEL must be info or debug in production'],
  ['SITE_URL', 'http://prestamos.example', 'SITE_URL must be an https address in production'],
  ['SITE_URL', 'https://203.0.113.7', 'SITE_URL must have a host name, because passkeys belong to one'],
])(
  'in production %s=%s stops the start: nothing travels where others can read it',
  { tags: ['asvs-12.2.1', 'asvs-12.3.1', 'asvs-12.3.2', 'asvs-12.3.3', 'asvs-12.3.4'] },
  (name, value, sentence) => {
    const env = { NODE_ENV: 'production', DATABASE_URL, ...Object.fromEntries(NEEDED_IN_PRODUCTION), [name]: value };
    expect(() => readLendingConfig(env)).toThrow(sentence);
    expect(() => readLendingConfig(env)).toThrow(/^(?!.*secret)/);
  },
);

test.each([
  ['DATABASE_URL', 'postgresql://lender:secret@127.0.0.1/lending'],
  ['SMTP_URL', 'smtp://mail:587?requireTLS=true'],
  ['SMTP_URL', 'smtp://localhost:25'],
])('in production %s=%s is encrypted, or does not leave this machine', (name, value) => {
  const env = { NODE_ENV: 'production', DATABASE_URL, ...Object.fromEntries(NEEDED_IN_PRODUCTION), [name]: value };
  expect(() => readLendingConfig(env)).not.toThrow();
});

test('in production the documentation of the API is off, unless it is asked for', { tags: 'asvs-13.4.5' }, () => {
  const production = { NODE_ENV: 'production', DATABASE_URL, ...Object.fromEntries(NEEDED_IN_PRODUCTION) };
  expect(readLendingConfig(production).apiDocs).toBe(false);
  expect(readLendingConfig({ ...production, API_DOCS: '1' }).apiDocs).toBe(true);
  expect(readLendingConfig({ DATA_DIR: '/somewhere', API_DOCS: '0' }).apiDocs).toBe(false);
});
