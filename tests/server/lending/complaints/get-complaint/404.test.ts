import { expect, test } from 'vitest';
import { listComplaints, readAttachments } from '#server/lending/complaints/complaint-store.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import {
  asForm,
  COMPLAINTS,
  createTestBook,
  file,
  PDF_BYTES,
  postForm,
  someCaller,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();

async function answerTo(path: string, key?: string) {
  const response = await book.app.request(path, {
    headers: { ...(key !== undefined && { 'Tracking-Key': key }), ...someCaller() },
  });
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
  return { status: response.status, headers, body: await response.text() };
}

test('a wrong code and a wrong key get the same bytes', async () => {
  const mine = await file(book);
  const other = await file(book, aComplaint({ detail: 'La hoja de otra persona' }));
  const wrongKey = await answerTo(`${COMPLAINTS}/${mine.code}`, '7KQ2-M9XA-0B3D-WZ5T-HN8C');
  expect(wrongKey.status).toBe(404);
  for (const [path, key] of [
    ['LR-2026-000099', mine.trackingKey],
    ['LR-2026-000099', '7KQ2-M9XA-0B3D-WZ5T-HN8C'],
    [mine.code, other.trackingKey],
    [mine.code, undefined],
    ['nothing-like-a-code', mine.trackingKey],
    [`${mine.code}?key=${mine.trackingKey}`, undefined],
  ] as const) {
    expect(await answerTo(`${COMPLAINTS}/${path}`, key), path).toEqual(wrongKey);
  }
});

test('the page says of a wrong link and of a wrong form that code and key do not match, never which', async () => {
  const mine = await file(book);
  const other = await file(book, aComplaint({ detail: 'La hoja de otra persona' }));
  const page = '/libro-de-reclamaciones/hoja/';
  const typed = (code: string, key: string) => [
    book.app.request(`${page}${code}/${key}`, { headers: someCaller() }),
    book.app.request(page, { method: 'POST', body: new URLSearchParams({ code, key }), headers: someCaller() }),
  ];
  const answers = await Promise.all([
    ...typed(mine.code, other.trackingKey),
    ...typed('LR-2026-000099', mine.trackingKey),
  ]);
  const pages = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status, headers }) => [status, headers.get('set-cookie')])).toEqual(
    Array.from({ length: 4 }, () => [404, null]),
  );
  expect(new Set(pages.map((html) => html.replace(/LR-2026-0000\d\d/g, '')))).toHaveLength(1);
  expect(pages[0]).toContain('<p data-show="not-found">');
  expect(pages[0]).not.toContain(other.trackingKey);
});

test.each(['/libro-de-reclamaciones/hoja/', '/en/libro-de-reclamaciones/hoja/'])(
  'beyond the limit of look-ups the form of %s answers with a page that says so',
  async (page) => {
    const { app } = createTestBook(book.db);
    const headers = someCaller();
    const answers = [];
    for (let n = 0; n < 31; n += 1) {
      const body = new URLSearchParams({ code: 'LR-2026-000099', key: '7KQ2-M9XA-0B3D-WZ5T-HN8C' });
      answers.push(await app.request(page, { method: 'POST', body, headers }));
    }
    const last = answers.at(-1);
    expect([last?.status, last?.headers.get('content-type')]).toEqual([429, 'text/html; charset=UTF-8']);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    const html = await last?.text();
    expect(html).toContain('<p data-show="too-many">Demasiados intentos.</p>');
    expect(html).toContain('<p data-show="not-found" hidden="">');
  },
);

test('a number that exists and one that does not are answered after the same least time', async () => {
  const { code } = await file(book);
  const { app } = createTestBook(book.db, { minAnswerMs: 150 });
  const key = '7KQ2-M9XA-0B3D-WZ5T-HN8C';
  for (const asked of [code, 'LR-2026-000099']) {
    const startedAt = performance.now();
    const headers = { ...someCaller(), 'Tracking-Key': key };
    expect((await app.request(`${COMPLAINTS}/${asked}`, { headers })).status).toBe(404);
    expect(performance.now() - startedAt).toBeGreaterThan(145);
  }
});

test('papers and files need the key too, and an answer that is not there yet is not there', async () => {
  await postForm(book, asForm({}, [new File([PDF_BYTES], 'boleta.pdf')]));
  const [complaint] = await listComplaints(book.db.kysely, testVault());
  const [own] = await readAttachments(book.db.kysely, testVault(), complaint?.id ?? '');
  const base = `${COMPLAINTS}/${complaint?.code}`;
  for (const [path, key] of [
    ['sheet.pdf', 'wrong'],
    ['answer.pdf', complaint?.trackingKey],
    ['settlement.pdf', complaint?.trackingKey],
    ['other.pdf', complaint?.trackingKey],
    [`files/${own?.id}`, 'wrong'],
    // The consumer's own files are not handed out again: whoever finds the link must not find the evidence.
    [`files/${own?.id}`, complaint?.trackingKey],
  ] as const) {
    expect((await answerTo(`${base}/${path}`, key)).status, path).toBe(404);
  }
});
