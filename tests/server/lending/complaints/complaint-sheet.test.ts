import { expect, test } from 'vitest';
import type { ComplaintBody } from '#api/complaint-form.ts';
import { renderComplaintSheet, type SheetContent } from '#server/lending/complaints/complaint-sheet.ts';
import type { Complaint, ComplaintEvent } from '#server/lending/complaints/complaint-store.ts';
import { SANDBOX_PROVIDER } from '#server/lending/config.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';

function content(changes: Parameters<typeof aComplaint>[0] = {}, more: Partial<SheetContent> = {}): SheetContent {
  const complaint: Complaint = {
    id: '00000000-0000-7000-8000-000000000000',
    code: 'LR-2026-000123',
    filedAt: new Date('2026-03-27T17:45:00Z'),
    filedOn: '2026-03-27',
    answerDueOn: '2026-04-21',
    status: 'RECEIVED',
    assignee: null,
    type: 'RECLAMO',
    locale: 'es',
    sheet: { provider: SANDBOX_PROVIDER, form: aComplaint(changes) as unknown as ComplaintBody },
    trackingKey: 'unused',
  };
  return { complaint, attachments: [], filedEventId: 'filed', ...more };
}

const answer: ComplaintEvent = {
  id: 'answer',
  position: 2,
  at: new Date('2026-04-08T15:00:00Z'),
  businessDate: '2026-04-08',
  kind: 'answer',
  actor: 'operator:ana',
  toStatus: 'ANSWERED',
  data: { text: 'Registramos tu pago con fecha 14/02/2026.', solution: 'PARTIAL' },
};

const read = async (sheet: SheetContent) => readPdf(await renderComplaintSheet(sheet));

test('the sheet has the parts of the legal form, in its order and words', async () => {
  const { flat } = await read(content({ amount: 1234.5, loanNumber: 'P-2026-0001234' }));
  const parts = [
    'Libro de Reclamaciones',
    'Hoja de reclamación LR-2026-000123',
    'Fecha y hora 27/03/2026, 12:45 h (hora de Lima)',
    'Mañay Préstamos S.A.C., RUC 20999999990',
    'Establecimiento Código 0001',
    'Respuesta, a más tardar 21/04/2026',
    '1. Identificación del consumidor reclamante',
    'Rosa Elena Quispe Ñahui',
    'DNI 45678912',
    'Jr. Los Álamos 123, int. 4, Breña, Lima, Lima',
    '2. Identificación del bien contratado',
    'Servicio',
    'P-2026-0001234',
    'S/\u00a01.234,50'.replace('\u00a0', ' '),
    '3. Detalle de la reclamación y pedido del consumidor',
    'Reclamo',
    'Que registren mi pago con su fecha.',
    'RECLAMO: disconformidad relacionada a los productos o servicios.',
    'QUEJA: disconformidad no relacionada a los productos o servicios',
    '4. Observaciones y acciones adoptadas por el proveedor',
    'no impide acudir a otras vías de solución de controversias',
    'quince (15) días hábiles, el cual es improrrogable',
  ];
  const places = parts.map((part) => flat.indexOf(part));
  expect(parts.filter((_, k) => places[k] === -1)).toEqual([]);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
});

test('a screen reader finds language, title, headings and tables', async () => {
  const { info, mark, roles } = await read(content());
  expect(info).toMatchObject({ Title: 'Hoja de reclamación LR-2026-000123', Language: 'es-PE' });
  expect(mark).toMatchObject({ Marked: true });
  expect([...roles].sort()).toEqual(
    expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Sect', 'TD', 'TH', 'TR', 'Table']),
  );
});

test('the parent of a minor, files and the answer are printed when there are any', async () => {
  const files = [
    {
      id: '1',
      eventId: 'filed',
      name: 'boleta.pdf',
      mediaType: 'application/pdf',
      byteLength: 9,
      sha256: 'ab'.repeat(32),
    },
    {
      id: '2',
      eventId: 'answer',
      name: 'constancia.png',
      mediaType: 'image/png',
      byteLength: 9,
      sha256: 'cd'.repeat(32),
    },
  ];
  const minor = {
    isMinor: true,
    guardianName: 'Luis Quispe',
    guardianDocumentType: 'CE',
    guardianDocumentNumber: '001234567',
  };
  const { flat } = await read(content(minor, { attachments: files, answer }));
  expect(flat).toContain('Luis Quispe, Carné de extranjería 001234567');
  expect(flat).toMatch(/Adjuntos boleta\.pdf \(SHA-256 abababababababab…\)/);
  expect(flat).toContain('Fecha de respuesta 08/04/2026');
  expect(flat).toContain('Se acepta en parte lo pedido');
  expect(flat).toMatch(/Documentos constancia\.png/);
  expect((await read(content())).flat).not.toContain('Resultado');
});

test('the longest sheet loses no word, over as many pages as it takes', async () => {
  const words = Array.from({ length: 387 }, (_, k) => `pala${k}`).join(' ');
  const { flat, pages } = await read(content({ detail: words, request: `${words.slice(0, 2990)} fin.` }));
  expect(pages).toBeGreaterThan(1);
  for (let k = 0; k <= 386; k += 1) expect(flat).toContain(`pala${k}`);
});

test('a sign the font does not have is printed as its number, and the sheet says so', async () => {
  const { flat } = await read(content({ detail: 'Pagué ayer 😀 y 你 también, Dʼ Angelo' }));
  expect(flat).toContain("Pagué ayer [U+1F600] y [U+4F60] también, D' Angelo");
  expect(flat).toContain('figuran aquí con su número entre corchetes');
  expect((await read(content({ detail: 'Pagué ayer, Dʼ Angelo' }))).flat).not.toContain('entre corchetes');
});

test('the same sheet is the same bytes', async () => {
  const [first, second] = [await renderComplaintSheet(content()), await renderComplaintSheet(content())];
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
});
