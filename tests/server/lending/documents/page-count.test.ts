import { expect, test } from 'vitest';
import { renderPrivacyNotice } from '#server/lending/clients/privacy-notice.ts';
import { pageCount } from '#server/lending/documents/page-count.ts';
import { renderSchedule } from '#server/lending/loan-documents/schedule.ts';
import { date, EX2, on } from '#tests/support/loan/loans.ts';
import { headOn, ROSA } from '#tests/support/loan-documents/document-content.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

test('counts what a reader counts, on one page and on many', async () => {
  const many = Array.from({ length: 20 }, () => on(EX2, '2026-01-15').groups).flat();
  const reason = { reason: 'contract', reasonDate: date('2026-01-15') } as const;
  const documents = [
    await renderPrivacyNotice({
      head: headOn('2026-01-15'),
      consulted: { provider: '', kinds: [] },
      dataOfficer: undefined,
    }),
    await renderSchedule({ head: headOn('2026-01-15'), borrower: ROSA, reference: 'P', groups: [], ...reason }),
    await renderSchedule({ head: headOn('2026-01-15'), borrower: ROSA, reference: 'P', groups: many, ...reason }),
  ];
  for (const bytes of documents) expect(pageCount(bytes)).toBe((await readPdf(bytes)).pages);
});
