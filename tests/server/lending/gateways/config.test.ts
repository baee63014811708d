import { expect, test } from 'vitest';
import { readGatewayConfig } from '#server/lending/gateways/config.ts';

const PRODUCTION = { sandbox: false, baseUrl: 'http://127.0.0.1:4321' };
const SANDBOX = { sandbox: true, baseUrl: 'http://127.0.0.1:4321' };
const NIUBIZ = { NIUBIZ_MERCHANT_ID: '456879852', NIUBIZ_USER: 'u', NIUBIZ_PASSWORD: 'p' };
const PAGOEFECTIVO = { PAGOEFECTIVO_SERVICE_ID: '1339', PAGOEFECTIVO_ACCESS_KEY: 'a', PAGOEFECTIVO_SECRET_KEY: 's' };
const CHECKS = { CHECKS_URL: 'https://checks.example', CHECKS_TOKEN: 't', CHECKS_PROVIDER: 'Registro S.A.' };

test('without variables nothing is offered, and each says which variable it misses', { tags: 'asvs-15.2.3' }, () => {
  const { deviceRisk, mail, ...gateways } = readGatewayConfig({}, PRODUCTION);
  expect([deviceRisk, mail]).toEqual([{ kind: 'rules' }, { kind: 'none' }]);
  expect(Object.values(gateways).map((each) => each.kind === 'unavailable' && each.why)).toEqual([
    'NIUBIZ_MERCHANT_ID is not set',
    'PAGOEFECTIVO_SERVICE_ID is not set',
    'PAYOUT_ORDERS_DIR is not set',
    'SMS_URL is not set',
    'TRANSFER_ACCOUNTS is not set',
    'CHECKS_URL is not set',
    'SUNAT_USER is not set, and TAX_FILES_DIR is not set',
    'TAX_CERTIFICATE is not set',
  ]);
});

test('in the sandbox everything is there, at our own address', () => {
  const config = readGatewayConfig({}, SANDBOX);
  expect(Object.values(config).map(({ kind }) => kind)).toEqual(Array(10).fill('sandbox'));
  expect(config.card).toMatchObject({ settings: { apiUrl: 'http://127.0.0.1:4321/sandbox/niubiz' } });
});

test('a provider with all its variables is used, also in the sandbox', () => {
  const env = {
    OPEN_TO_NETWORK: '1',
    ...NIUBIZ,
    ...PAGOEFECTIVO,
    PAYOUT_ORDERS_DIR: '/bank/orders',
    PAYOUT_RESULTS_DIR: '/bank/results',
    PAYOUT_ARCHIVE_DIR: '/bank/archive',
    SMS_URL: 'https://sms.example/messages',
    SMS_TOKEN: 't',
    SMS_SENDER: 'MANAY',
    TRANSFER_ACCOUNTS: 'BCP|191-1-52|002 191 000012345678 52; BBVA|0011|01181400021234567818',
    ...CHECKS,
    CHECKS_KINDS: 'identity, bureau',
  };
  for (const world of [PRODUCTION, SANDBOX]) {
    expect(readGatewayConfig(env, world)).toMatchObject({
      card: {
        kind: 'real',
        settings: { apiUrl: 'https://apiprod.vnforapps.com', merchantId: '456879852', user: 'u', password: 'p' },
      },
      cashCode: { kind: 'real', settings: { apiUrl: 'https://services.pagoefectivo.pe', serviceId: '1339' } },
      payout: { kind: 'real', settings: { ordersDir: '/bank/orders' } },
      sms: { kind: 'real', settings: { sender: 'MANAY' } },
      checks: { kind: 'real', settings: { provider: 'Registro S.A.', kinds: ['identity', 'bureau'] } },
      transfer: {
        kind: 'real',
        settings: [
          { bank: 'BCP', account: '191-1-52', cci: '00219100001234567852' },
          { bank: 'BBVA', account: '0011', cci: '01181400021234567818' },
        ],
      },
    });
  }
});

test('orders go out together only where that is said', () => {
  const dirs = { PAYOUT_ORDERS_DIR: '/a', PAYOUT_RESULTS_DIR: '/b', PAYOUT_ARCHIVE_DIR: '/c' };
  const payout = (env: Record<string, string>) =>
    readGatewayConfig({ OPEN_TO_NETWORK: '1', ...dirs, ...env }, SANDBOX).payout;
  expect(payout({ PAYOUT_FILES: 'daily' })).toMatchObject({ settings: { inBatches: true } });
  for (const env of [{}, { PAYOUT_FILES: 'single' }]) expect(payout(env)).not.toHaveProperty('settings.inBatches');
});

test.each<Record<string, string>>([
  NIUBIZ,
  PAGOEFECTIVO,
  { PAYOUT_ORDERS_DIR: '/a', PAYOUT_RESULTS_DIR: '/b', PAYOUT_ARCHIVE_DIR: '/c' },
  { SMS_URL: 'https://sms.example/messages', SMS_TOKEN: 't', SMS_SENDER: 'MANAY' },
  CHECKS,
  { TRANSFER_ACCOUNTS: 'BCP|191-1-52|002 191 000012345678 52' },
])('outside production %j, which reaches real people and money, stops the start unless it is meant', (env) => {
  const sentence = `${Object.keys(env)[0]} is of a real provider: set NODE_ENV=production, or OPEN_TO_NETWORK=1`;
  for (const world of [PRODUCTION, SANDBOX]) {
    expect(() => readGatewayConfig(env, world)).toThrow(sentence);
    for (const meant of [{ NODE_ENV: 'production' }, { OPEN_TO_NETWORK: '1' }]) {
      expect(() => readGatewayConfig({ ...env, ...meant }, world)).not.toThrow();
    }
  }
});

test.each<[Record<string, string>, string]>([
  [
    { NIUBIZ_USER: 'u' },
    'NIUBIZ_MERCHANT_ID and NIUBIZ_PASSWORD are missing: Niubiz needs NIUBIZ_MERCHANT_ID, NIUBIZ_USER, NIUBIZ_PASSWORD together.',
  ],
  [{ NIUBIZ_API_URL: 'https://x.example' }, 'NIUBIZ_MERCHANT_ID and NIUBIZ_USER and NIUBIZ_PASSWORD are missing'],
  [
    { ...NIUBIZ, NIUBIZ_API_URL: 'http://x.example' },
    'NIUBIZ_API_URL must be an https address, but it is "http://x.example".',
  ],
  [{ ...NIUBIZ, NIUBIZ_MERCHANT_ID: '../1' }, 'NIUBIZ_MERCHANT_ID must be a number, but it is "../1".'],
  [{ ...PAGOEFECTIVO, PAGOEFECTIVO_SECRET_KEY: ' ' }, 'PAGOEFECTIVO_SECRET_KEY is missing'],
  [{ ...PAGOEFECTIVO, PAGOEFECTIVO_SERVICE_ID: 'x' }, 'PAGOEFECTIVO_SERVICE_ID must be a number, but it is "x".'],
  [{ PAYOUT_ORDERS_DIR: '/a', PAYOUT_RESULTS_DIR: '/a', PAYOUT_ARCHIVE_DIR: '/b' }, 'must be three directories'],
  [
    { PAYOUT_ORDERS_DIR: '/a', PAYOUT_RESULTS_DIR: '/b', PAYOUT_ARCHIVE_DIR: '/c', PAYOUT_FILES: 'weekly' },
    'PAYOUT_FILES must be single or daily, but it is "weekly".',
  ],
  [{ SMS_URL: 'sms', SMS_TOKEN: 't', SMS_SENDER: 's' }, 'SMS_URL must be an https address, but it is "sms".'],
  [{ CHECKS_TOKEN: 't' }, 'CHECKS_URL and CHECKS_PROVIDER are missing'],
  [{ ...CHECKS, CHECKS_URL: 'http://x.example' }, 'CHECKS_URL must be an https address'],
  [{ ...CHECKS, CHECKS_KINDS: 'face' }, 'CHECKS_KINDS must be of identity,account-holder,bureau, or none'],
  [{ TRANSFER_ACCOUNTS: 'BCP|191|123' }, 'there is "BCP|191|123".'],
  [{ TRANSFER_ACCOUNTS: ';' }, 'TRANSFER_ACCOUNTS must look like'],
])('%j stops the start with one sentence', { tags: 'asvs-1.3.6' }, (env, sentence) => {
  expect(() => readGatewayConfig(env, PRODUCTION)).toThrow(sentence);
});

test('that nobody is asked can be said, in the sandbox and with a provider', () => {
  for (const env of [{}, { ...CHECKS, OPEN_TO_NETWORK: '1' }]) {
    expect(readGatewayConfig({ ...env, CHECKS_KINDS: 'none' }, SANDBOX).checks).toEqual({
      kind: 'unavailable',
      why: 'CHECKS_KINDS is "none"',
    });
  }
});
