import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readLendingConfig } from '#server/lending/config.ts';
import { lendingEnvironment, readDataDir, readStartConfig } from '#server/publishing/config.ts';
import { TEST_VAULT_VARIABLES } from '#tests/support/people/vault.ts';

const read = (env: Record<string, string>) => readStartConfig(env, '/srv/manay');

test('without any variable nobody may frame us, no host is special and nothing measures', () => {
  expect(read({})).toMatchObject({ framers: [], landingHosts: [], tagManagerIds: undefined });
});

test('partners, landing hosts and tag managers are lists with commas', () => {
  expect(
    read({
      FRAME_ANCESTORS: 'https://partner.pe, https://shop.example:8443',
      LANDING_HOSTS: 'Oferta.manay.pe, localhost:4400',
      PUBLIC_TAG_MANAGER_IDS: 'GTM-ABC123,GTM-DEF456',
    }),
  ).toMatchObject({
    framers: ['https://partner.pe', 'https://shop.example:8443'],
    landingHosts: ['oferta.manay.pe', 'localhost:4400'],
    tagManagerIds: 'GTM-ABC123,GTM-DEF456',
  });
});

test('the card form is ours in the sandbox, the provider’s own otherwise, and another when it is named', () => {
  expect(read({}).cardOrigins).toEqual([]);
  expect(read({ LENDER_SANDBOX: '0' }).cardOrigins).toBeUndefined();
  const test = 'https://static-content-qas.vnforapps.com';
  expect(read({ LENDER_SANDBOX: '0', PUBLIC_CARD_ORIGINS: test }).cardOrigins).toEqual([test]);
});

describe('what would end up in a header is checked, and the sentence names the variable', () => {
  test.each([
    ['FRAME_ANCESTORS', 'partner.pe'],
    ['FRAME_ANCESTORS', 'https://partner.pe/'],
    ['FRAME_ANCESTORS', "https://partner.pe; script-src 'unsafe-inline'"],
    ['FRAME_ANCESTORS', '*'],
    ['LANDING_HOSTS', 'https://oferta.manay.pe'],
    ['LANDING_HOSTS', 'oferta manay'],
    ['PUBLIC_TAG_MANAGER_IDS', 'GTM-ABC123'],
    ['PUBLIC_TAG_MANAGER_IDS', 'UA-1,UA-2'],
    ['PUBLIC_SITE_URL', 'http://www.lender.pe'],
    ['PUBLIC_SITE_URL', '/inicio/'],
    ['PUBLIC_CARD_ORIGINS', 'http://card.example'],
    ['PUBLIC_CARD_ORIGINS', 'https://card.example/checkout.js'],
  ])('%s="%s"', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });
});

describe('what fails closed at the start', () => {
  const space = { STORYBLOK_TOKEN: 'public', STORYBLOK_WEBHOOK_SECRET: 'shared with the space' };
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgresql://u:p@db:5432/manay?sslmode=verify-full',
    SITE_URL: 'https://manay.pe',
    TRUSTED_PROXIES: '1',
    ...space,
  };

  test('production starts with what it needs', () => {
    expect(read(production)).toMatchObject({ sandbox: false, siteUrl: 'https://manay.pe', trustedProxies: 1 });
    expect(() => read({ ...production, TRUSTED_PROXIES: '' })).toThrow('TRUSTED_PROXIES is missing');
  });

  test('production has a real space: there the embedded content service and its editor are never opened', {
    tags: ['asvs-3.5.4', 'asvs-13.4.2', 'asvs-15.2.3'],
  }, () => {
    expect(read(production).storyblok).toBeDefined();
    expect(() => read({ ...production, STORYBLOK_TOKEN: '' })).toThrow('STORYBLOK_TOKEN is missing');
  });

  test.each([
    [{ NODE_ENV: 'Production' }, 'NODE_ENV must be one of development, test, production, but it is "Production".'],
    [{ NODE_ENV: 'staging' }, 'NODE_ENV must be one of'],
    [{ HOST: '0.0.0.0' }, 'HOST=0.0.0.0 opens what is not production to the network'],
    [{ HOST: '::' }, 'HOST=:: opens'],
    [{ HOST: '192.168.1.7', LENDER_SANDBOX: '1' }, 'HOST=192.168.1.7 opens'],
    [{ SITE_URL: 'https://demo.manay.pe' }, 'SITE_URL=https://demo.manay.pe opens what is not production'],
    [{ SITE_URL: 'https://manay.pe', LENDER_SANDBOX: '0' }, 'SITE_URL=https://manay.pe opens what is not production'],
    [{ ...production, SITE_URL: 'http://manay.pe' }, 'SITE_URL must be an https address in production'],
    [{ ...production, SITE_URL: '' }, 'SITE_URL'],
    [{ ...production, DATABASE_URL: 'postgresql://u:p@db/x' }, 'DATABASE_URL must end in ?sslmode=verify-full'],
    [{ ...production, DATABASE_URL: 'postgresql://u:p@db/x?sslmode=no-verify' }, 'DATABASE_URL must end in'],
    [{ ...production, DATABASE_URL: 'postgresql://u:p@localhost/x?host=db' }, 'DATABASE_URL must end in'],
    [{ ...space, STORYBLOK_WEBHOOK_SECRET: 'secret' }, 'STORYBLOK_WEBHOOK_SECRET must have at least 16 characters'],
    [{ ...space, STORYBLOK_WEBHOOK_SECRET: 'aaaaaaaaaaaaaaaaaaaa' }, 'STORYBLOK_WEBHOOK_SECRET can be guessed'],
    [{ ...space, STORYBLOK_WEBHOOK_SECRET: 'please-change-me-soon' }, 'STORYBLOK_WEBHOOK_SECRET can be guessed'],
    [{ ...space, STORYBLOK_API_URL: 'http://api.storyblok.com/v2' }, 'STORYBLOK_API_URL must be an https address'],
    [
      {
        ...space,
        STORYBLOK_WEBHOOK_KEY: 'k0123456789-klmnopqrstuv-wxyz-99',
        OPERATOR_TOKEN: 'k0123456789-klmnopqrstuv-wxyz-99',
      },
      'STORYBLOK_WEBHOOK_KEY and OPERATOR_TOKEN are the same: each needs a secret of its own.',
    ],
  ])('%j stops the start with one sentence', { tags: 'asvs-13.2.3' }, (env: Record<string, string>, sentence) => {
    expect(() => read(env)).toThrow(sentence);
    expect(() => read(env)).toThrow(/^[^\n]{1,200}$/);
  });

  test.each([
    { HOST: '127.0.0.1' },
    { HOST: 'localhost', LENDER_SANDBOX: '1' },
    { HOST: '::1' },
    { HOST: '0.0.0.0', OPEN_TO_NETWORK: '1' },
    { SITE_URL: 'https://demo.manay.pe', OPEN_TO_NETWORK: '1' },
    { ...production, HOST: '0.0.0.0' },
    { ...production, DATABASE_URL: 'postgresql://localhost/manay' },
    { ...production, DATABASE_URL: 'postgresql:///manay?host=/var/run/postgresql' },
  ])('%j starts', (env: Record<string, string>) => {
    expect(() => read(env)).not.toThrow();
  });
});

describe('the lending role within a command', () => {
  const PRODUCTION = {
    NODE_ENV: 'production',
    TRUSTED_PROXIES: '0',
    DATABASE_URL: 'postgresql://localhost/manay',
    SITE_URL: 'https://manay.pe',
    PROVIDER_LEGAL_NAME: 'Préstamos S.A.C.',
    PROVIDER_RUC: '20131312955',
    PROVIDER_ADDRESS: 'Av. Uno 1, Lima',
    SMTP_URL: 'smtps://u:p@mail:465',
    MAIL_FROM: 'Préstamos <ayuda@manay.pe>',
    ...TEST_VAULT_VARIABLES,
  };
  const levelOf = (env: Record<string, string>) =>
    readLendingConfig(lendingEnvironment(env, { DATA_DIR: '/srv/data' })).logLevel;

  test('is quiet on a laptop, and writes its security events in production', () => {
    expect(levelOf({})).toBe('warn');
    expect(levelOf({ LOG_LEVEL: 'debug' })).toBe('debug');
    expect(levelOf(PRODUCTION)).toBe('info');
  });

  test('takes what the command has decided, whichever way the operator said it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'start-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const env = {
      LOG_LEVEL_FILE: file('level', 'debug'),
      DATA_DIR_FILE: file('data', '/elsewhere'),
      SITE_URL_FILE: file('site', 'http://localhost:1'),
    };
    const given = lendingEnvironment(env, { DATA_DIR: '/srv/data', SITE_URL: 'http://localhost:4400' });
    const { logLevel, database, complaintsBook } = readLendingConfig(given);
    expect([logLevel, database, complaintsBook.siteUrl]).toEqual([
      'debug',
      { dataDir: '/srv/data' },
      'http://localhost:4400',
    ]);
  });
});

test('an empty DATA_DIR counts as unset, for every command', () => {
  expect(readDataDir({ DATA_DIR: '' }, '/srv/manay')).toBe('/srv/manay/.data');
  for (const command of ['lender.ts', 'release.ts']) {
    const text = readFileSync(join(import.meta.dirname, '../../../src/tools', command), 'utf8');
    expect(text, command).toMatch(/= readDataDir\(/);
    expect(text, command).not.toContain("['DATA_DIR']");
  }
});
