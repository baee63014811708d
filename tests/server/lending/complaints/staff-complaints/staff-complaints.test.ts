import { describe, expect, test } from 'vitest';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import {
  asForm,
  createTestBook,
  deliver,
  file,
  PDF_BYTES,
  postForm,
  STAFF,
  staff,
  testMail,
  withComplaintsBook,
} from '#tests/support/complaints/complaints-book.ts';

const book = withComplaintsBook();
const text = 'Registramos tu pago con fecha 14/02/2026 y anulamos la mora.';

describe('who may', () => {
  test.each([undefined, 'Bearer wrong', 'Basic b3BlcmF0b3I=', 'Bearer '])('not %s', async (authorization) => {
    const { code } = await file(book);
    for (const [path, method] of [
      ['', 'GET'],
      [`/${code}`, 'GET'],
      ['/export', 'GET'],
      [`/${code}/close`, 'POST'],
    ] as const) {
      const headers = authorization ? { authorization } : {};
      const response = await book.app.request(`${STAFF}${path}`, { method, headers });
      expect(response.status, path).toBe(401);
    }
  });

  test('nobody, while nobody has an account', { tags: 'asvs-6.3.2' }, async () => {
    const closed = createTestBook(book.db, { operatorToken: undefined });
    expect((await staff(closed, '')).status).toBe(401);
  });
});

test('a complaint from filing to closing, as an operator lives it', async () => {
  const { code } = await file(book);
  book.clock.moveTo('2026-03-30');
  expect(await (await staff(book, `/${code}/assign`, { assignee: 'Ana' })).json()).toEqual({ status: 'ASSIGNED' });
  expect((await staff(book, `/${code}/note`, { text: 'El banco confirma el abono.' })).status).toBe(200);
  book.clock.moveTo('2026-04-08');
  expect((await staff(book, `/${code}/answer`, { text, solution: 'ACCEPTED' })).status).toBe(200);
  expect((await staff(book, `/${code}/close`, {})).status).toBe(200);

  const shown = await (await staff(book, `/${code}`)).json();
  expect(shown).toMatchObject({ status: 'CLOSED', assignee: 'Ana', sheet: { form: { firstName: 'Rosa Elena' } } });
  expect(shown.events).toMatchObject([
    { position: 1, kind: 'filed', actor: 'consumer', businessDate: '2026-03-27' },
    { position: 2, kind: 'assign', actor: 'operator:ana', data: { assignee: 'Ana' }, businessDate: '2026-03-30' },
    { position: 3, kind: 'note', actor: 'operator:ana', data: { text: 'El banco confirma el abono.' } },
    { position: 4, kind: 'answer', data: { solution: 'ACCEPTED', text }, businessDate: '2026-04-08' },
    { position: 5, kind: 'close', toStatus: 'CLOSED' },
  ]);
});

test('the consumer gets the answer by e-mail with its paper, and a settlement with its own', {
  tags: 'promise-the-complaints-book',
}, async () => {
  const { code } = await file(book);
  await staff(book, `/${code}/answer`, { text, solution: 'PARTIAL' });
  await staff(book, `/${code}/settle`, { text: 'Acordamos devolver S/ 14,46 el lunes.' });
  const mail = testMail();
  await deliver(book, mail);
  expect(mail.sent.map(({ subject, attachments }) => [subject, attachments.map(({ fileName }) => fileName)])).toEqual([
    ['Tu reclamo LR-2026-000001 del Libro de Reclamaciones', ['LR-2026-000001.pdf']],
    ['Respuesta a tu reclamo LR-2026-000001', ['LR-2026-000001-answer.pdf']],
    ['Acuerdo sobre tu reclamo LR-2026-000001', ['LR-2026-000001-settlement.pdf']],
  ]);
  expect(mail.sent[1]?.body).toContain('aceptamos una parte de lo que pides');
  expect(mail.sent[1]?.body).toContain(text);
});

describe('what is refused', () => {
  test('an act on an unknown complaint', async () => {
    expect((await staff(book, '/LR-2026-000001/close', {})).status).toBe(404);
    expect((await staff(book, '/nothing/note', { text: 'Nota' })).status).toBe(404);
  });

  test('a second answer, and anything after closing', async () => {
    const { code } = await file(book);
    await staff(book, `/${code}/answer`, { text, solution: 'ACCEPTED' });
    const again = await staff(book, `/${code}/answer`, { text, solution: 'REJECTED' });
    expect([again.status, (await again.json()).error.code]).toEqual([409, 'complaint_state']);
    await staff(book, `/${code}/close`, {});
    for (const [act, body] of [
      ['assign', { assignee: 'Ana' }],
      ['note', { text: 'Nota' }],
      ['answer', { text, solution: 'ACCEPTED' }],
      ['settle', { text }],
      ['close', {}],
    ] as const) {
      const response = await staff(book, `/${code}/${act}`, body);
      expect([response.status, (await response.json()).error.code], act).toEqual([409, 'complaint_closed']);
    }
  });

  test.each([
    ['answer', { text: 'Corto', solution: 'ACCEPTED' }, ['text.too_short']],
    ['answer', { text, solution: 'MAYBE' }, ['solution.not_allowed']],
    ['answer', {}, ['text.required', 'solution.required']],
    ['assign', { assignee: '' }, ['assignee.required']],
    ['note', { text: 'Nota', status: 'CLOSED' }, ['status.unknown']],
  ])('%s with %j', async (act, body, codes) => {
    const { code } = await file(book);
    const response = await staff(book, `/${code}/${act}`, body);
    expect(response.status).toBe(400);
    const { fieldErrors } = (await response.json()).error;
    expect(fieldErrors.map(({ field, code: why }: { field: string; code: string }) => `${field}.${why}`)).toEqual(
      codes,
    );
  });
});

test('two operators answer at once: one answer stands', async () => {
  const { code } = await file(book);
  const answers = await Promise.all(
    ['ACCEPTED', 'REJECTED', 'PARTIAL'].map((solution) => staff(book, `/${code}/answer`, { text, solution })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const { events } = await (await staff(book, `/${code}`)).json();
  expect(events.filter(({ kind }: { kind: string }) => kind === 'answer')).toHaveLength(1);
});

describe('the queue', () => {
  test('shows who waits and since when, red at fifteen business days', async () => {
    await file(book);
    book.clock.moveTo('2026-04-10');
    await file(book, aComplaint({ detail: 'Una hoja más reciente' }));
    const alerts = async () =>
      ((await (await staff(book, '')).json()).complaints as { alert: number | null }[]).map(({ alert }) => alert);
    expect(await alerts()).toEqual([5, null]);
    book.clock.moveTo('2026-04-21');
    expect(await alerts()).toEqual([15, 5]);
    await staff(book, '/LR-2026-000001/answer', { text, solution: 'ACCEPTED' });
    expect(await alerts()).toEqual([null, 5]);
    const open = await (await staff(book, '?status=RECEIVED,ASSIGNED')).json();
    expect(open.complaints.map(({ code }: { code: string }) => code)).toEqual(['LR-2026-000002']);
  });

  test('refuses what is not a date, and what is not a state', async () => {
    expect((await staff(book, '?from=2026-02-30')).status).toBe(400);
    expect((await staff(book, '?status=OPEN')).status).toBe(400);
  });
});

describe('the register', () => {
  test('is numbered, complete and safe in a spreadsheet', { tags: ['asvs-1.3.3', 'asvs-4.1.1'] }, async () => {
    await file(book, aComplaint({ detail: '=HYPERLINK("http://x"); dos\nlíneas', amount: 573.03 }));
    book.clock.moveTo('2026-04-01');
    await file(book, aComplaint({ detail: 'Otra hoja de otro día' }));
    await staff(book, '/LR-2026-000001/answer', { text, solution: 'ACCEPTED' });
    const response = await staff(book, '/export?from=2026-03-01&to=2026-03-31');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const csv = Buffer.from(await response.arrayBuffer()).toString('utf8');
    expect(csv.startsWith('\ufeffcode;establishmentCode;filedOn;')).toBe(true);
    expect(csv).toContain('LR-2026-000001;0001;2026-03-27;');
    expect(csv).toContain(`"'=HYPERLINK(""http://x""); dos\nlíneas"`);
    expect(csv).toContain('2026-04-01;ACCEPTED;');
    expect(csv).not.toContain('LR-2026-000002');
  });

  test('comes as lines of JSON too', async () => {
    await file(book);
    const lines = (await (await staff(book, '/export?format=ndjson')).text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).code)).toEqual(['LR-2026-000001']);
  });
});

test('an operator reads the files of the sheet, and only of that sheet', async () => {
  await postForm(book, asForm({}, [new File([PDF_BYTES], 'boleta.pdf')]));
  await file(book, aComplaint({ detail: 'Una hoja sin archivos' }));
  const { attachments } = await (await staff(book, '/LR-2026-000001')).json();
  const found = await staff(book, `/LR-2026-000001/files/${attachments[0].id}`);
  expect(new Uint8Array(await found.arrayBuffer())).toEqual(PDF_BYTES);
  expect((await staff(book, `/LR-2026-000002/files/${attachments[0].id}`)).status).toBe(404);
});
