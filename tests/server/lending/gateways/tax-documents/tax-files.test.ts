import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeSandboxCdr } from '#server/lending/gateways/tax-documents/sandbox-cdr.ts';
import { taxFiles } from '#server/lending/gateways/tax-documents/tax-files.ts';

const NAME = '20131312955-03-B001-12';
const PLACE = { ruc: '20131312955', type: '03', series: 'B001', number: 12 } as const;
const ZIP = Buffer.from([0x50, 0x4b, 0, 255, 254, 10, 13]);
const SUMMARY = '20131312955-RC-20261129-1';

function open() {
  const dir = mkdtempSync(join(tmpdir(), 'manay-tax-files-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const settings = {
    filesDir: join(dir, 'out', 'documents'),
    answersDir: join(dir, 'in'),
    sentDir: join(dir, 'out', 'sent'),
  };
  const answer = (name: string, bytes: Uint8Array) => {
    mkdirSync(settings.answersDir, { recursive: true });
    writeFileSync(join(settings.answersDir, `R-${name}.zip`), bytes);
  };
  return { dir, ...settings, service: taxFiles(settings), answer };
}

describe('a document is handed over as a file', () => {
  test('with these very bytes, and waits for its answer', async () => {
    const { service, filesDir, sentDir } = open();
    expect(await service.lookUp(PLACE)).toEqual({ kind: 'not-found' });
    expect(await service.sendDocument({ name: NAME, zip: ZIP })).toEqual({ kind: 'waiting' });
    expect(readdirSync(filesDir)).toEqual([`${NAME}.zip`]);
    expect(readFileSync(join(filesDir, `${NAME}.zip`))).toEqual(ZIP);
    expect(readdirSync(sentDir)).toEqual([`${NAME}.zip`]);
    expect(await service.lookUp(PLACE)).toEqual({ kind: 'waiting' });
  });

  test('once, also when it was taken away, and by ten at once', async () => {
    const { service, filesDir } = open();
    const file = { name: NAME, zip: ZIP };
    const sent = await Promise.all(Array.from({ length: 10 }, () => service.sendDocument(file)));
    expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['waiting']));
    rmSync(join(filesDir, `${NAME}.zip`));
    expect(await service.sendDocument(file)).toEqual({ kind: 'waiting' });
    expect(readdirSync(filesDir)).toEqual([]);
  });

  test('and never with other bytes under its name', async () => {
    const { service, filesDir } = open();
    await service.sendDocument({ name: NAME, zip: ZIP });
    const other = await service.sendDocument({ name: NAME, zip: ZIP.with(3, 253) });
    expect(other).toMatchObject({ kind: 'already-known', code: '1033' });
    expect(readFileSync(join(filesDir, `${NAME}.zip`))).toEqual(ZIP);
  });

  test('and its answer is read when it is whole', async () => {
    const { service, answer } = open();
    await service.sendDocument({ name: NAME, zip: ZIP });
    const cdrZip = writeSandboxCdr({ name: NAME, id: 'B001-12', at: 0 });
    answer(NAME, cdrZip.subarray(0, cdrZip.length - 5));
    expect(await service.lookUp(PLACE)).toMatchObject({ kind: 'unknown' });
    answer(NAME, Buffer.alloc(4_000_001));
    expect(await service.lookUp(PLACE)).toMatchObject({ kind: 'unknown' });
    answer(NAME, cdrZip);
    expect(await service.lookUp(PLACE)).toEqual({ kind: 'answered', cdrZip: Buffer.from(cdrZip) });
  });

  test('which is not a path', async () => {
    const { service, dir } = open();
    for (const name of ['../x', `${NAME}/../../x`, '20131312955-01-F001-1', '']) {
      const why = `"${name}" is not the name of a tax document`;
      expect(await service.sendDocument({ name, zip: ZIP })).toEqual({ kind: 'unknown', why });
    }
    expect(readdirSync(dir)).toEqual([]);
  });

  test('unless the folder is not there: nothing is known', async () => {
    const { service, dir } = open();
    writeFileSync(join(dir, 'out'), 'a file where a folder should be');
    expect(await service.sendDocument({ name: NAME, zip: ZIP })).toMatchObject({ kind: 'unknown' });
  });
});

test('a summary’s ticket is its name', async () => {
  const { service, answer } = open();
  expect(await service.sendSummary({ name: SUMMARY, zip: ZIP })).toEqual({ kind: 'ticket', ticket: SUMMARY });
  expect(await service.ticketStatus(SUMMARY)).toEqual({ kind: 'waiting' });
  answer(SUMMARY, writeSandboxCdr({ name: SUMMARY, id: 'RC-20261129-1', at: 0 }));
  expect(await service.ticketStatus(SUMMARY)).toMatchObject({ kind: 'answered' });
  expect(await service.ticketStatus('20131312955-RC-20261129-2')).toMatchObject({ kind: 'unknown' });
});
