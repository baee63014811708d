import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getComplaint } from '#api/endpoints/complaints/get-complaint.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import {
  COMPLAINTS,
  file,
  PDF_BYTES,
  postForm,
  someCaller,
  staff,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';

const book = withComplaintsBook();
const asPage = { accept: 'text/html' };
const get = (path: string, headers: Record<string, string> = {}) =>
  book.app.request(path, { headers: { ...someCaller(), ...headers } });

test('whoever has the key sees where it stands, and nothing of what was written', async () => {
  const { code, trackingKey } = await file(book);
  const response = await get(`${COMPLAINTS}/${code}?key=${trackingKey}`);
  expect(response.status).toBe(200);
  const body = await response.json();
  expect(z.parse(getComplaint.response, body)).toMatchObject({
    status: 'RECEIVED',
    filedOn: '2026-03-27',
    answerDueDate: '2026-04-21',
    steps: [{ step: 'RECEIVED', date: '2026-03-27' }, { step: 'ASSIGNED' }, { step: 'ANSWERED' }],
  });
  expect(JSON.stringify(body)).not.toMatch(/Rosa|45678912|Pagué/);
});

test('a key may be typed as it was heard: small letters, no dashes, O for zero', async () => {
  const { code, trackingKey } = await file(book);
  const heard = trackingKey.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect((await get(`${COMPLAINTS}/${code.toLowerCase()}?key=${encodeURIComponent(heard)}`)).status).toBe(200);
});

test('the sheet is a PDF whose bytes never change', async () => {
  const { pdfUrl } = await file(book);
  const [first, second] = [await get(pdfUrl), await get(pdfUrl)];
  expect(first.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
  expect(first.headers.get('x-content-sha256')).toBe(second.headers.get('x-content-sha256'));
});

test('an answer shows with its text, its paper and its files', async () => {
  const { code, trackingKey } = await file(book);
  const answer = new FormData();
  answer.append('text', 'Registramos tu pago con fecha 14/02/2026.');
  answer.append('solution', 'ACCEPTED');
  answer.append('attachments', new File([PDF_BYTES], 'constancia.pdf'));
  expect((await staff(book, `/${code}/answer`, answer)).status).toBe(200);
  const body = await (await get(`${COMPLAINTS}/${code}?key=${trackingKey}`)).json();
  expect(z.parse(getComplaint.response, body).answer).toMatchObject({
    text: 'Registramos tu pago con fecha 14/02/2026.',
    solution: 'ACCEPTED',
    attachments: [{ name: 'constancia.pdf' }],
  });
  const sent = await get(body.answer.attachments[0].url);
  expect(sent.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''constancia.pdf");
  expect(new Uint8Array(await sent.arrayBuffer())).toEqual(PDF_BYTES);
  expect((await get(body.answer.pdfUrl)).status).toBe(200);
});

test('without scripts: form, page of the sheet, tracking form, all by plain links', async () => {
  const filed = await postForm(book);
  const page = await get(filed.headers.get('location') ?? '', asPage);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  const html = await page.text();
  expect(html).toContain('<title>LR-2026-000001 | Seguimiento</title>');
  expect(html).toContain('<p data-show="just-filed">Recibimos tu hoja</p>');
  expect(html).toContain('21/04/2026');
  expect(html).toMatch(/href="\/api\/v1\/public\/complaints\/LR-2026-000001\/sheet\.pdf\?key=/);
  expect(html).toMatch(
    /<li><span>Recibida<\/span><span hidden="">En revisión<\/span>.*?<time>27\/03\/2026<\/time><\/li>/,
  );

  const key = /<b data-fill="key">(?<key>[^<]+)</.exec(html)?.groups?.['key'] ?? '';
  const tracked = await get(`${COMPLAINTS}?code=lr-2026-000001&key=${key}`, asPage);
  expect(tracked.status).toBe(200);
  expect(await tracked.text()).toContain('<p data-show="just-filed" hidden="">');
});

test('a page in English for whoever reads English', async () => {
  const { code, trackingKey } = await file(book, aComplaint());
  const html = await (await get(`${COMPLAINTS}/${code}?key=${trackingKey}&lang=en`, asPage)).text();
  expect(html).toContain('<html lang="en">');
});
