import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { unzip } from '#server/kit/zip.ts';
import { writeSandboxCdr } from '#server/lending/gateways/tax-documents/sandbox-cdr.ts';
import { sandboxSunat } from '#server/lending/gateways/tax-documents/serve-sandbox-sunat.ts';
import { sunatService } from '#server/lending/gateways/tax-documents/sunat-service.ts';
import { taxFiles } from '#server/lending/gateways/tax-documents/tax-files.ts';
import { closeSandboxes, serveSandbox } from '#tests/support/lending/sandbox-server.ts';
import { aLoan, withLoanService } from '#tests/support/loans/loan-service.ts';
import { documentsOf, documentThrough, sendAll, sendingContext } from '#tests/support/tax-documents/tax-service.ts';

closeSandboxes();
const service = withLoanService();
const CREDENTIALS = { user: '20999999990MODDATOS', password: 'sandbox' };

async function open() {
  const loan = await aLoan(service);
  await documentThrough(service, '2026-02-15');
  const server = await serveSandbox(sandboxSunat({ credentials: CREDENTIALS, now: service.clock.now }));
  const path = `${server.url}/sandbox/sunat`;
  const settings = { serviceUrl: `${path}/billService`, consultUrl: `${path}/billConsultService`, ...CREDENTIALS };
  const context = sendingContext(service, sunatService({ settings, fetch }));
  return {
    status: async () => (await documentsOf(service, loan.id)).map(({ status }) => status),
    send: () => sendAll(context),
    later: async (minutes: number) => {
      service.clock.pass({ minutes });
      await sendAll(context);
    },
    next: (behaviour: string) => server.press('/sandbox/sunat/next', { behaviour, times: '100' }),
    press: (name: string, fields = {}) => server.press(`/sandbox/sunat/${name}`, fields),
    page: async () => (await fetch(path)).text(),
  };
}

describe('by the authority’s own service', () => {
  test('what was signed is accepted, and shown on the page', async () => {
    const { send, status, page } = await open();
    await send();
    expect(await status()).toEqual(['ACCEPTED']);
    const [{ name } = { name: '' }] = await service.db.kysely
      .selectFrom('tax_document')
      .select('name')
      .orderBy('position', 'desc')
      .limit(1)
      .execute();
    expect(await page()).toContain(`<td>${name}</td><td>accepted</td>`);
  });

  test.each([
    ['observe', 'OBSERVED'],
    ['refuse', 'REFUSED'],
    ['know-already', 'ACCEPTED'],
  ])('%s: %s at once', async (behaviour, outcome) => {
    const { send, status, next } = await open();
    await next(behaviour);
    await send();
    expect(await status()).toEqual([outcome]);
  });

  test('no answer: it had arrived, and is asked for', async () => {
    const { send, status, next, later } = await open();
    await next('accept-silently');
    await send();
    expect(await status()).toEqual(['SENT']);
    await later(120);
    expect(await status()).toEqual(['ACCEPTED']);
  });

  test('no answer: it was lost, is asked for, and is sent again', async () => {
    const { send, status, press, later } = await open();
    await press('next', { behaviour: 'lose' });
    await send();
    expect(await status()).toEqual(['SENT']);
    await later(120);
    expect(await status()).toEqual(['ACCEPTED']);
  });

  test('an answer an hour later', async () => {
    const { send, status, next, later } = await open();
    await next('answer-late');
    await send();
    await later(30);
    expect(await status()).toEqual(['SENT']);
    await later(90);
    expect(await status()).toEqual(['ACCEPTED']);
  });

  test('down for a day', async () => {
    const { send, status, press, later } = await open();
    await press('down');
    await send();
    for (let hour = 1; hour < 24; hour += 1) await later(60);
    expect(await status()).toEqual(['SENT']);
    await later(180);
    expect(await status()).toEqual(['ACCEPTED']);
  });
});

test('by folders: the provider finds a ZIP, and its answer is read', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'manay-tax-sent-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const [filesDir, answersDir, sentDir] = ['out', 'in', 'sent'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  const loan = await aLoan(service);
  await documentThrough(service, '2026-02-15');
  const context = sendingContext(service, taxFiles({ filesDir, answersDir, sentDir }));
  await sendAll(context);
  const [{ name, xml } = { name: '', xml: '' }] = await documentsOf(service, loan.id);
  expect(readdirSync(filesDir)).toContain(`${name}.zip`);
  const packed = unzip(readFileSync(join(filesDir, `${name}.zip`)), { maxFiles: 1, maxBytes: 1_000_000 });
  expect(packed).toEqual([{ name: `${name}.xml`, bytes: Buffer.from(xml) }]);
  rmSync(join(filesDir, `${name}.zip`));
  mkdirSync(answersDir);
  const id = name.split('-').slice(2).join('-');
  writeFileSync(join(answersDir, `R-${name}.zip`), writeSandboxCdr({ name, id, at: service.clock.now() }));
  service.clock.pass({ minutes: 120 });
  await sendAll(context);
  expect(await documentsOf(service, loan.id)).toMatchObject([{ status: 'ACCEPTED' }]);
  expect(readdirSync(filesDir)).not.toContain(`${name}.zip`);
});
