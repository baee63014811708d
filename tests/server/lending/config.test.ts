import { expect, test } from 'vitest';
import { readLendingConfig } from '#server/lending/config.ts';

const DATABASE_URL = 'postgresql://lender:secret@db:5432/lending';

test('on a laptop a data folder is enough, and nothing listens to the network', () => {
  expect(readLendingConfig({ DATA_DIR: '/somewhere' })).toEqual({
    port: 4321,
    host: '127.0.0.1',
    database: { dataDir: '/somewhere' },
    production: false,
    sandbox: false,
    trustedProxies: 0,
    logLevel: 'info',
  });
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
    'DATABASE_URL is missing: production needs a PostgreSQL server.',
  ],
  [
    'neither server nor folder',
    {},
    'The lending role started alone needs DATABASE_URL (a PostgreSQL server), or DATA_DIR for the embedded database.',
  ],
  [
    'an address of something else',
    { DATABASE_URL: 'mysql://x/y' },
    'DATABASE_URL must look like postgresql://user:password@host:5432/database.',
  ],
  [
    'a port that is none',
    { DATABASE_URL, PORT: 'http' },
    'PORT must be a whole number from 0 to 65535, but it is "http".',
  ],
  [
    'a level nobody knows',
    { DATABASE_URL, LOG_LEVEL: 'loud' },
    'LOG_LEVEL must be one of silent, error, warn, info, debug, but it is "loud".',
  ],
])('%s stops the start with one sentence', (_, env, sentence) => {
  expect(() => readLendingConfig(env)).toThrow(sentence);
});

test('no sentence repeats the password of the database', () => {
  expect(() => readLendingConfig({ DATABASE_URL: 'postgres:secret@db' })).toThrow(/^(?!.*secret)/);
});

test('production listens to the network', () => {
  expect(readLendingConfig({ NODE_ENV: 'production', DATABASE_URL, TRUSTED_PROXIES: '2' })).toMatchObject({
    host: '0.0.0.0',
    trustedProxies: 2,
    production: true,
  });
});
