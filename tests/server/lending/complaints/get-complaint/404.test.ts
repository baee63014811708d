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

async function answerTo(path: string, accept: string) {
  const response = await book.app.request(path, { headers: { accept, ...someCaller() } });
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
  return { status: response.status, headers, body: await response.text() };
}

test.each(['application/json', 'text/html'])('a wrong code and a wrong key get the same bytes (%s)', async (accept) => {
  const mine = await file(book);
  const other = await file(book, aComplaint({ detail: 'La hoja de otra persona' }));
  const wrongKey = await answerTo(`${COMPLAINTS}/${mine.code}?key=7KQ2-M9XA-0B3D-WZ5T-HN8C`, accept);
  expect(wrongKey.status).toBe(404);
  for (const path of [
    `${COMPLAINTS}/LR-2026-000099?key=${mine.trackingKey}`,
    `${COMPLAINTS}/LR-2026-000099?key=7KQ2-M9XA-0B3D-WZ5T-HN8C`,
    `${COMPLAINTS}/${mine.code}?key=${other.trackingKey}`,
    `${COMPLAINTS}/${mine.code}`,
    `${COMPLAINTS}/nothing-like-a-code?key=${mine.trackingKey}`,
    `${COMPLAINTS}?code=${mine.code}&key=${other.trackingKey}`,
    COMPLAINTS,
  ]) {
    expect(await answerTo(path, accept), path).toEqual(wrongKey);
  }
});

test('a number that exists and one that does not are answered after the same least time', async () => {
  const { code } = await file(book);
  const { app } = createTestBook(book.db, { minAnswerMs: 150 });
  for (const asked of [code, 'LR-2026-000099']) {
    const startedAt = performance.now();
    const path = `${COMPLAINTS}/${asked}?key=7KQ2-M9XA-0B3D-WZ5T-HN8C`;
    expect((await app.request(path, { headers: someCaller() })).status).toBe(404);
    expect(performance.now() - startedAt).toBeGreaterThan(145);
  }
});

test('papers and files need the key too, and an answer that is not there yet is not there', async () => {
  await postForm(book, asForm({}, [new File([PDF_BYTES], 'boleta.pdf')]));
  const [complaint] = await listComplaints(book.db.kysely, testVault());
  const [own] = await readAttachments(book.db.kysely, testVault(), complaint?.id ?? '');
  const base = `${COMPLAINTS}/${complaint?.code}`;
  for (const path of [
    `${base}/sheet.pdf?key=wrong`,
    `${base}/answer.pdf?key=${complaint?.trackingKey}`,
    `${base}/settlement.pdf?key=${complaint?.trackingKey}`,
    `${base}/other.pdf?key=${complaint?.trackingKey}`,
    `${base}/files/${own?.id}?key=wrong`,
    // The consumer's own files are not handed out again: whoever finds the link must not find the evidence.
    `${base}/files/${own?.id}?key=${complaint?.trackingKey}`,
  ]) {
    expect((await answerTo(path, 'application/json')).status, path).toBe(404);
  }
});
