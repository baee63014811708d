import { expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { unzip } from '#server/kit/zip.ts';
import { documentName, packDocument, summaryName } from '#server/lending/tax-documents/document-name.ts';
import { creditNote, receipt } from '#tests/support/tax-documents/tax-documents.ts';

test('files are named as the authority names them', () => {
  expect(documentName(receipt())).toBe('20131312955-03-B001-12');
  expect(documentName(creditNote())).toBe('20131312955-07-BN01-3');
  expect(summaryName('20131312955', calendarDate('2026-11-30'), 2)).toBe('20131312955-RC-20261130-2');
});

test('a ZIP holds the one file of its name', () => {
  const zip = packDocument('20131312955-03-B001-12', '<a>ñ</a>');
  expect(unzip(zip, { maxFiles: 1, maxBytes: 100 })).toEqual([
    { name: '20131312955-03-B001-12.xml', bytes: Buffer.from('<a>ñ</a>') },
  ]);
});
