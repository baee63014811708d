import { expect, test } from 'vitest';
import { listComplaints, readAttachments, readEvents } from '#server/lending/complaints/complaint-store.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import {
  asForm,
  COMPLAINTS,
  file,
  followed,
  PDF_BYTES,
  PNG_BYTES,
  postForm,
  postJson,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';
import { testVault } from '#tests/support/people/vault.ts';

const book = withComplaintsBook();

test('a complete sheet gets the first number of the year, a key, and the legal day of the answer', {
  tags: 'promise-the-complaints-book',
}, async () => {
  const response = await postJson(book);
  expect(response.status).toBe(201);
  const receipt = await response.json();
  expect(receipt).toEqual({
    code: 'LR-2026-000001',
    trackingKey: expect.stringMatching(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/),
    answerDueDate: '2026-04-21',
    pdfUrl: `${COMPLAINTS}/LR-2026-000001/sheet.pdf`,
  });
  expect(response.headers.get('location')).toBe(`${COMPLAINTS}/LR-2026-000001`);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('numbers follow each other, and begin again with the year', async () => {
  const texts = ['La primera hoja', 'La segunda hoja', 'La tercera hoja'];
  const codes: string[] = [];
  for (const detail of texts) codes.push((await file(book, aComplaint({ detail }))).code);
  book.clock.moveTo('2027-01-04');
  codes.push((await file(book)).code);
  expect(codes).toEqual(['LR-2026-000001', 'LR-2026-000002', 'LR-2026-000003', 'LR-2027-000001']);
});

test('the sheet keeps what was written and who the provider was, and its history begins', async () => {
  await file(book, aComplaint({ amount: 573.03, loanNumber: 'p-2026-0001234' }));
  const [complaint] = await listComplaints(book.db.kysely, testVault());
  expect(complaint).toMatchObject({ status: 'RECEIVED', filedOn: '2026-03-27', type: 'RECLAMO', locale: 'es' });
  expect(complaint?.sheet).toEqual({
    provider: {
      legalName: 'Mañay Préstamos S.A.C.',
      ruc: '20999999990',
      address: 'Av. Ejemplo 100, Miraflores, Lima',
      establishmentCode: '0001',
    },
    form: aComplaint({ amount: 573.03, loanNumber: 'P-2026-0001234', phone: '+51987654321' }),
  });
  expect(await readEvents(book.db.kysely, testVault(), complaint?.id ?? '')).toMatchObject([
    { position: 1, kind: 'filed', actor: 'consumer', toStatus: 'RECEIVED', businessDate: '2026-03-27' },
  ]);
});

test('files of a form are kept with the hash of their bytes and a harmless name', { tags: 'asvs-5.2.2' }, async () => {
  const files = [
    new File([PDF_BYTES], '../../boleta <script>.pdf.exe'),
    new File([PNG_BYTES], 'captura.txt', { type: 'text/plain' }),
  ];
  const response = await postForm(book, asForm({}, files));
  expect(response.status).toBe(303);
  const [complaint] = await listComplaints(book.db.kysely, testVault());
  expect(await readAttachments(book.db.kysely, testVault(), complaint?.id ?? '')).toMatchObject([
    { name: 'boleta script.pdf.pdf', mediaType: 'application/pdf', byteLength: PDF_BYTES.length },
    { name: 'captura.png', mediaType: 'image/png', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
});

test('a script that sends the form gets JSON', async () => {
  const response = await postForm(book, asForm(), { accept: 'application/json' });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ code: 'LR-2026-000001' });
});

test('a form that is not multipart does as well', async () => {
  const fields = [...asForm()].map(([name, value]) => [name, String(value)]);
  const response = await postForm(book, new URLSearchParams(fields), { accept: 'application/json' });
  expect(response.status).toBe(201);
});

test('an amount is understood as people write it here', async () => {
  await postForm(book, asForm({ amount: 'S/ 1.234,50' }));
  const [complaint] = await listComplaints(book.db.kysely, testVault());
  expect(complaint?.sheet.form.amount).toBe(1234.5);
});

test('a browser without scripts is sent to the page of the sheet, in its language', async () => {
  const response = await postForm(book, asForm({ locale: 'en' } as object));
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/en/libro-de-reclamaciones/hoja/');
});

test('the same sheet twice on one day is one complaint with one number and one key', async () => {
  const first = await file(book);
  const again = await postJson(book);
  expect(again.status).toBe(201);
  expect(await again.json()).toEqual(first);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await (await followed(book, await postForm(book))).text()).toContain(first.code);
  expect(await listComplaints(book.db.kysely, testVault())).toHaveLength(1);
});

test('the next day, or with one word changed, it is another', async () => {
  const first = await file(book);
  const other = await file(book, aComplaint({ request: 'Que registren mi pago con su fecha, hoy.' }));
  book.clock.moveTo('2026-03-28');
  const tomorrow = await file(book);
  expect(new Set([first.code, other.code, tomorrow.code]).size).toBe(3);
});

test('the same Idempotency-Key is answered again, also the next day', async () => {
  const headers = { 'idempotency-key': 'b7f1c7b0-0c55-4f0e-8f35-7a4a5c8a1f11' };
  const first = await file(book, aComplaint(), headers);
  book.clock.moveTo('2026-03-28');
  expect(await file(book, aComplaint(), headers)).toEqual(first);
  expect(await listComplaints(book.db.kysely, testVault())).toHaveLength(1);
});
