import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHttpApp } from '#server/kit/http.ts';
import { listen } from '#server/kit/listen.ts';
import { createLog } from '#server/kit/log.ts';
import { signXml } from '#server/kit/sign-xml.ts';
import { readGatewayConfig } from '#server/lending/gateways/config.ts';
import { lenderGateways, providerAddresses, serveSandboxes } from '#server/lending/gateways/open-gateways.ts';
import { packDocument } from '#server/lending/tax-documents/document-name.ts';
import { readCdr } from '#server/lending/tax-documents/read-cdr.ts';
import { writeTaxDocument } from '#server/lending/tax-documents/write-tax-document.ts';
import { clockAt } from '#tests/support/clock.ts';
import { ISSUER, receipt, testCertificate, testKey } from '#tests/support/tax-documents/tax-documents.ts';

const WORLD = { sandbox: false, baseUrl: 'http://127.0.0.1:4321' };
const { certificatePem: TAX_CERTIFICATE, privateKeyPem: TAX_KEY } = testCertificate();
const KEY = { NODE_ENV: 'production', TAX_CERTIFICATE, TAX_KEY };
const SUNAT = { ...KEY, PROVIDER_RUC: ISSUER.ruc, SUNAT_USER: 'MODDATOS', SUNAT_PASSWORD: 'moddatos' };
const FILES = { ...KEY, TAX_FILES_DIR: '/tax/out', TAX_ANSWERS_DIR: '/tax/in', TAX_SENT_DIR: '/tax/sent' };
const REAL_URL = 'https://e-factura.sunat.gob.pe/ol-ti-itcpfegem/billService';

describe('tax documents leave', () => {
  test('by the authority’s own service: the test service, unless it is told otherwise', () => {
    const config = readGatewayConfig(SUNAT, WORLD);
    expect(config.tax).toEqual({
      kind: 'real',
      settings: {
        adapter: 'sunat',
        settings: {
          serviceUrl: 'https://e-beta.sunat.gob.pe/ol-ti-itcpfegem-beta/billService',
          consultUrl: undefined,
          user: `${ISSUER.ruc}MODDATOS`,
          password: 'moddatos',
        },
      },
    });
    expect(providerAddresses(config)).toEqual(['https://e-beta.sunat.gob.pe/ol-ti-itcpfegem-beta/billService']);
  });

  test('by folders', () => {
    const config = readGatewayConfig(FILES, WORLD);
    const settings = { filesDir: '/tax/out', answersDir: '/tax/in', sentDir: '/tax/sent' };
    expect(config.tax).toEqual({ kind: 'real', settings: { adapter: 'files', settings } });
    expect(providerAddresses(config)).toEqual([]);
  });

  test('with a certificate that has ended too: whether to send is not for the start', () => {
    const { certificatePem, privateKeyPem } = testCertificate(Date.now() - 86_400_000);
    const env = { ...SUNAT, TAX_CERTIFICATE: certificatePem, TAX_KEY: privateKeyPem };
    const { taxKey } = readGatewayConfig(env, WORLD);
    expect(taxKey.kind === 'real' && taxKey.settings().validUntil).toBeLessThan(Date.now());
  });

  test('with certificate and key from files', () => {
    const dir = mkdtempSync(join(tmpdir(), 'manay-tax-key-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(dir, name)) as [string, string];
    writeFileSync(certificate, TAX_CERTIFICATE);
    writeFileSync(key, TAX_KEY);
    const env = { ...SUNAT, TAX_CERTIFICATE: '', TAX_KEY: '', TAX_CERTIFICATE_FILE: certificate, TAX_KEY_FILE: key };
    const { taxKey } = readGatewayConfig(env, WORLD);
    expect(taxKey.kind === 'real' && taxKey.settings().subject).toContain(ISSUER.ruc);
  });
});

test.each<[string, Record<string, string>, string]>([
  ['both ways', { ...SUNAT, ...FILES }, 'both set'],
  ['half of a way', { ...KEY, SUNAT_USER: 'u' }, 'SUNAT_PASSWORD is missing'],
  ['one folder for two uses', { ...FILES, TAX_SENT_DIR: '/tax/in' }, 'three directories'],
  ['no certificate', { ...SUNAT, TAX_CERTIFICATE: '', TAX_KEY: '' }, 'is signed before it is sent'],
  ['a certificate without its key', { ...SUNAT, TAX_KEY: '' }, 'TAX_KEY is missing'],
  ['the key of another certificate', { ...SUNAT, TAX_KEY: testCertificate().privateKeyPem }, 'of another certificate'],
  ['something else as a certificate', { ...SUNAT, TAX_CERTIFICATE: 'abc' }, 'cannot be used'],
  ['a certificate of our own for the real service', { ...SUNAT, SUNAT_SERVICE_URL: REAL_URL }, 'nobody but its owner'],
  ['an address without TLS', { ...SUNAT, SUNAT_SERVICE_URL: 'http://sunat.example' }, 'SUNAT_SERVICE_URL'],
  ['a real service outside production', { ...SUNAT, NODE_ENV: '' }, 'OPEN_TO_NETWORK=1'],
])('%s stops the start', (_, env, words) => {
  expect(() => readGatewayConfig(env, WORLD)).toThrow(words);
});

test('in the sandbox a document is signed, sent and answered without any setting', async () => {
  const app = createHttpApp({ log: createLog({ level: 'silent', name: 'test' }), paths: ['/sandbox/*'] });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  try {
    const world = { host: '127.0.0.1', port: server.port, sandbox: true, clock: clockAt('2026-11-29') };
    const gateways = lenderGateways({}, world);
    serveSandboxes(app, gateways);
    const key = gateways.taxKey ?? testKey();
    expect(key.subject).toContain('20999999990');
    const document = receipt({ issuer: { ...ISSUER, ruc: '20999999990' } });
    const name = '20999999990-03-B001-12';
    const sent = await gateways.taxDocuments?.sendDocument({
      name,
      zip: packDocument(name, signXml(writeTaxDocument(document), key).xml),
    });
    expect(sent?.kind === 'answered' && readCdr(sent.cdrZip, name)).toMatchObject({ outcome: 'accepted' });
  } finally {
    await server.close();
  }
});
