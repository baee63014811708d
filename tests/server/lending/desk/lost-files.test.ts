import { beforeEach, expect, test } from 'vitest';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { asForm, PDF_BYTES } from '#tests/support/complaints/complaints-book.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN, sandbox: true });
const TEXT = 'Revisamos tu caso y devolvimos el cobro que no correspondía.';

let cookie = '';
let code = '';
let complaints = 0;
beforeEach(async () => {
  const { headers } = await aColleague(lending.db, 'Ana');
  cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  complaints += 1;
  const body = asForm(aComplaint({ detail: `El reclamo número ${complaints} de hoy` }) as object);
  const filed = await lending.app.request('/api/v1/public/complaints', { method: 'POST', body });
  ({ code } = (await filed.json()) as { code: string });
});

type Fields = readonly (readonly [string, string | File])[];

async function answer(fields: Fields) {
  const form = new FormData();
  for (const [name, value] of [['code', code], ['text', TEXT], ...fields] as Fields) form.append(name, value);
  const response = await lending.app.request('/desk/complaints/answer', {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: form,
  });
  return { status: response.status, text: await response.text() };
}

const pdf = (name: string) => ['attachments', new File([PDF_BYTES], name, { type: 'application/pdf' })] as const;
const ACCEPTED = ['solution', 'ACCEPTED'] as const;
const lostIn = (text: string) =>
  (/name="files-lost\.attachments" value="([^"]*)"/.exec(text)?.[1] ?? '').split('/').filter((name) => name !== '');
const carried = (text: string): Fields => [['files-lost.attachments', lostIn(text).join('/')]];
/** How many answers this complaint has, and how many files went with them. */
async function left() {
  const events = await lending.db.kysely
    .selectFrom('complaint_event as event')
    .innerJoin('complaint', 'complaint.id', 'event.complaint_id')
    .leftJoin('complaint_attachment as file', 'file.event_id', 'event.id')
    .select('file.id as file')
    .where('complaint.code', '=', code)
    .where('event.kind', '=', 'answer')
    .execute();
  return { answers: events.length > 0 ? 1 : 0, files: events.filter(({ file }) => file !== null).length };
}

test('an answer that comes back names its files, and does not leave without them', async () => {
  const refused = await answer([pdf('prueba.pdf'), pdf('carta "2".pdf')]);
  expect(refused.status).toBe(400);
  expect(lostIn(refused.text)).toEqual(['prueba.pdf', 'carta &quot;2&quot;.pdf']);
  expect(refused.text).toContain('Elige otra vez: prueba.pdf, carta &quot;2&quot;.pdf');
  const without = await answer([ACCEPTED, ['files-lost.attachments', 'prueba.pdf/b.pdf']]);
  expect(without.status).toBe(400);
  expect(without.text).toContain('Elígelos otra vez');
  expect(without.text).toContain(TEXT);
  expect(lostIn(without.text)).toEqual(['prueba.pdf', 'b.pdf']);
  const half = await answer([ACCEPTED, pdf('prueba.pdf'), ...carried(without.text)]);
  expect([half.status, lostIn(half.text)]).toEqual([400, ['prueba.pdf', 'b.pdf']]);
  expect(await left()).toEqual({ answers: 0, files: 0 });
});

test('chosen again, or another in their place, they leave with the answer', async () => {
  const { text } = await answer([pdf('prueba.pdf')]);
  const done = await answer([ACCEPTED, pdf('prueba-corta.pdf'), ...carried(text)]);
  expect(done.status).toBeLessThan(400);
  expect(await left()).toEqual({ answers: 1, files: 1 });
});

test('left out on purpose, the answer leaves without them', async () => {
  const { text } = await answer([pdf('prueba.pdf')]);
  expect(text).toContain('name="files-left-out.attachments"');
  const done = await answer([ACCEPTED, ['files-left-out.attachments', 'true'], ...carried(text)]);
  expect(done.status).toBeLessThan(400);
  expect(await left()).toEqual({ answers: 1, files: 0 });
});

test('a file that is too large is named too, with its sentence and every text kept', async () => {
  const large = new File([new Uint8Array(20 * 1024 * 1024).fill(65)], 'escaneo largo.pdf');
  const { status, text } = await answer([ACCEPTED, ['attachments', large]]);
  expect(status).toBe(413);
  expect(text).toContain('Los archivos pasan de 16 MB');
  expect(text).toContain(TEXT);
  expect(text).toMatch(/<option value="ACCEPTED" selected>/);
  expect(lostIn(text)).toEqual(['escaneo largo.pdf']);
  const again = await answer([ACCEPTED, ...carried(text)]);
  expect([again.status, await left()]).toEqual([400, { answers: 0, files: 0 }]);
});

test('an answer that never had files asks for none', async () => {
  const refused = await answer([]);
  expect([refused.status, lostIn(refused.text)]).toEqual([400, []]);
  expect((await answer([ACCEPTED])).status).toBeLessThan(400);
});

test('an answer that came after the session had ended does not leave without its files either', async () => {
  const asked = await lending.app.request(`/desk/complaints/answer?code=${code}`, { headers: { cookie } });
  const formId = /name="form-id" value="([^"]+)"/.exec(await asked.text())?.[1] ?? '';
  await lending.db.kysely
    .updateTable('colleague_session')
    .set({ ended_at: new Date(lending.clock.now()) })
    .execute();
  const form = new FormData();
  for (const [name, value] of [['code', code], ['text', TEXT], ['form-id', formId], pdf('prueba.pdf')] as Fields) {
    form.append(name, value);
  }
  const late = await lending.app.request('/desk/complaints/answer', {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: form,
  });
  const signIn = new URL(late.headers.get('location') ?? '', 'http://localhost');
  await lending.db.kysely.updateTable('colleague_session').set({ ended_at: null }).execute();
  const kept = await lending.app.request(signIn.searchParams.get('to') ?? '', { headers: { cookie } });
  const text = await kept.text();
  expect(text).toContain(TEXT);
  // Nothing of a file is kept without a session, not even its name.
  expect(lostIn(text)).toEqual(['#1']);
  const again = await answer([ACCEPTED, ...carried(text)]);
  expect([again.status, await left()]).toEqual([400, { answers: 0, files: 0 }]);
});
