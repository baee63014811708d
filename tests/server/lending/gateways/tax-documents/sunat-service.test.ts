import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { signXml } from '#server/kit/sign-xml.ts';
import { zipOf } from '#server/kit/zip.ts';
import { writeSandboxCdr } from '#server/lending/gateways/tax-documents/sandbox-cdr.ts';
import { sandboxSunat } from '#server/lending/gateways/tax-documents/serve-sandbox-sunat.ts';
import { sunatService } from '#server/lending/gateways/tax-documents/sunat-service.ts';
import { writeAnswer, writeFault } from '#server/lending/gateways/tax-documents/sunat-soap.ts';
import { documentName, packDocument, summaryName } from '#server/lending/tax-documents/document-name.ts';
import { readCdr } from '#server/lending/tax-documents/read-cdr.ts';
import { writeDailySummary } from '#server/lending/tax-documents/write-daily-summary.ts';
import { writeTaxDocument } from '#server/lending/tax-documents/write-tax-document.ts';
import { closeSandboxes, serveSandbox } from '#tests/support/lending/sandbox-server.ts';
import { creditNote, ISSUER, receipt, testKey } from '#tests/support/tax-documents/tax-documents.ts';

closeSandboxes();

const CREDENTIALS = { user: `${ISSUER.ruc}MODDATOS`, password: 'p&<"é' };
const NAME = documentName(receipt());
const PLACE = { ruc: ISSUER.ruc, type: '03', series: 'B001', number: 12 } as const;
const HOUR_MS = 3_600_000;

function signed(document = receipt(), change = (xml: string) => xml) {
  const { xml } = signXml(change(writeTaxDocument(document)), testKey());
  return { name: documentName(document), zip: packDocument(documentName(document), xml) };
}

function summary(number = 1) {
  const issueDate = calendarDate('2026-11-29');
  const documents = [receipt(), creditNote({ issueDate: receipt().issueDate })];
  const xml = signXml(writeDailySummary({ issuer: ISSUER, issueDate, number, documents }), testKey()).xml;
  const name = summaryName(ISSUER.ruc, issueDate, number);
  return { name, zip: packDocument(name, xml) };
}

async function open({ password = CREDENTIALS.password } = {}) {
  const clock = { now: Date.now() };
  const server = await serveSandbox(sandboxSunat({ credentials: CREDENTIALS, now: () => clock.now, lateMs: 1000 }));
  const settings = {
    serviceUrl: `${server.url}/sandbox/sunat/billService`,
    consultUrl: `${server.url}/sandbox/sunat/billConsultService`,
    user: CREDENTIALS.user,
    password,
  };
  const service = sunatService({ settings, fetch });
  /** Waits less than some answers take. */
  const hasty = sunatService({ settings: { ...settings, timeoutMs: 300 }, fetch });
  const next = (behaviour: string) => server.press('/sandbox/sunat/next', { behaviour });
  const fault = (operation: string, name: string, done = 'yes') =>
    server.press('/sandbox/sunat/faults', { operation, fault: name, done });
  return { clock, server, service, hasty, next, fault };
}

function said(sending: { readonly kind: string; readonly cdrZip?: Uint8Array }, name = NAME) {
  return sending.cdrZip ? readCdr(sending.cdrZip, name) : sending;
}

describe('a document is sent to the tax authority', () => {
  test('and its answer comes back, about these very bytes', async () => {
    const { service } = await open();
    const sent = await service.sendDocument(signed());
    const digest = signXml(writeTaxDocument(receipt()), testKey()).digest;
    expect(said(sent)).toMatchObject({ outcome: 'accepted', code: '0', digest });
    expect(said(await service.lookUp(PLACE))).toMatchObject({ outcome: 'accepted', digest });
  });

  test('as a credit note too', async () => {
    const { service } = await open();
    const note = signed(creditNote());
    expect(said(await service.sendDocument(note), note.name)).toMatchObject({ outcome: 'accepted' });
  });

  test('and refused, or observed, in its words', async () => {
    const { service, next } = await open();
    await next('refuse');
    expect(said(await service.sendDocument(signed()))).toMatchObject({ outcome: 'refused', code: '2017' });
    await next('observe');
    const other = signed(receipt({ number: 13 }));
    expect(said(await service.sendDocument(other), other.name)).toMatchObject({
      outcome: 'observed',
      observations: [{ code: '4093' }],
    });
  });

  test('twice: it is known already, and what is known can be looked up', async () => {
    const { service } = await open();
    await service.sendDocument(signed());
    expect(await service.sendDocument(signed())).toMatchObject({ kind: 'already-known', code: '1033' });
    expect(said(await service.lookUp(PLACE))).toMatchObject({ outcome: 'accepted' });
  });

  test('and said to be known at the first time', async () => {
    const { service, next } = await open();
    await next('know-already');
    expect(await service.sendDocument(signed())).toMatchObject({ kind: 'already-known', code: '1033' });
    expect(said(await service.lookUp(PLACE))).toMatchObject({ outcome: 'accepted' });
  });

  test('and nothing comes back: it is asked for, and was lost or taken', async () => {
    const { service, next } = await open();
    await next('lose');
    expect(await service.sendDocument(signed())).toMatchObject({ kind: 'unknown' });
    expect(await service.lookUp(PLACE)).toEqual({ kind: 'not-found' });
    await next('accept-silently');
    expect(await service.sendDocument(signed())).toMatchObject({ kind: 'unknown' });
    expect(said(await service.lookUp(PLACE))).toMatchObject({ outcome: 'accepted' });
  });

  test('and answered an hour later, or when the button says so', async () => {
    const { service, next, clock, server } = await open();
    await next('answer-late');
    expect(await service.sendDocument(signed())).toMatchObject({ kind: 'unknown' });
    expect(await service.lookUp(PLACE)).toEqual({ kind: 'waiting' });
    clock.now += HOUR_MS;
    expect(said(await service.lookUp(PLACE))).toMatchObject({ outcome: 'accepted' });
    await next('answer-late');
    await service.sendDocument(signed(receipt({ number: 13 })));
    const place = { ...PLACE, number: 13 };
    expect(await service.lookUp(place)).toEqual({ kind: 'waiting' });
    await server.press('/sandbox/sunat/answer-now');
    expect(await service.lookUp(place)).toMatchObject({ kind: 'answered' });
  });

  test('which is down for a day, and up again', async () => {
    const { service, clock, server } = await open();
    await server.press('/sandbox/sunat/down');
    expect(await service.sendDocument(signed())).toMatchObject({ kind: 'unknown' });
    expect(await service.lookUp(PLACE)).toMatchObject({ kind: 'unknown' });
    clock.now += 25 * HOUR_MS;
    expect(await service.lookUp(PLACE)).toEqual({ kind: 'not-found' });
    await server.press('/sandbox/sunat/down');
    await server.press('/sandbox/sunat/down', { up: 'yes' });
    expect(await service.sendDocument(signed())).toMatchObject({ kind: 'answered' });
  });

  test('which does not know us: nothing is wrong with the document', async () => {
    const { service } = await open({ password: 'another' });
    expect(await service.sendDocument(signed())).toMatchObject({ kind: 'refused', code: '0102' });
  });

  test.each(['late', 'time-out', 'server-error', 'cut-off', 'html-page', 'slow-body', 'drop', 'unauthorised'])(
    'whose answer is %s: nothing is known, until it is asked',
    async (name) => {
      const { service, hasty, fault } = await open();
      await fault('sendBill', name);
      expect(await hasty.sendDocument(signed())).toEqual({ kind: 'unknown', why: expect.stringContaining('SUNAT') });
      await fault('getStatusCdr', name);
      expect(await hasty.lookUp(PLACE)).toMatchObject({ kind: 'unknown' });
      expect(await service.lookUp(PLACE)).toMatchObject({ kind: 'answered' });
    },
  );

  test('whose answer is late by less than we wait', async () => {
    const server = await serveSandbox(sandboxSunat({ credentials: CREDENTIALS, now: Date.now, lateMs: 50 }));
    const serviceUrl = `${server.url}/sandbox/sunat/billService`;
    const service = sunatService({ settings: { serviceUrl, consultUrl: undefined, ...CREDENTIALS }, fetch });
    await server.press('/sandbox/sunat/faults', { operation: 'sendBill', fault: 'late', done: 'yes' });
    expect(await service.sendDocument(signed())).toMatchObject({ kind: 'answered' });
    // The test service of the authority keeps nothing.
    expect(await service.lookUp(PLACE)).toEqual({ kind: 'not-found' });
  });
});

describe('a daily summary', () => {
  test('gets a ticket, and by it its answer', async () => {
    const { service } = await open();
    const sent = await service.sendSummary(summary());
    const ticket = sent.kind === 'ticket' ? sent.ticket : '';
    const answer = await service.ticketStatus(ticket);
    expect(said(answer, summary().name)).toMatchObject({ outcome: 'accepted' });
    expect(await service.sendSummary(summary())).toMatchObject({ kind: 'already-known', code: '2223' });
    expect(await service.ticketStatus('no-such')).toMatchObject({ kind: 'refused', code: '0127' });
  });

  test('is worked on for an hour', async () => {
    const { service, next, clock } = await open();
    await next('answer-late');
    const sent = await service.sendSummary(summary());
    const ticket = sent.kind === 'ticket' ? sent.ticket : '';
    expect(await service.ticketStatus(ticket)).toEqual({ kind: 'waiting' });
    clock.now += HOUR_MS;
    expect(await service.ticketStatus(ticket)).toMatchObject({ kind: 'answered' });
  });

  test('does not go where documents go', async () => {
    const { service } = await open();
    expect(await service.sendDocument(summary())).toMatchObject({ kind: 'refused', code: '0152' });
  });
});

describe('the sandbox’s authority', () => {
  const file = signed();
  test.each<[string, string, { name: string; zip: Uint8Array }]>([
    ['another name', '0151', { ...file, name: `${NAME}-1` }],
    ['no archive', '0156', { ...file, zip: Buffer.from('nothing') }],
    ['an empty archive', '0155', { ...file, zip: zipOf([]) }],
    ['a file of another name', '0161', { ...file, name: NAME.replace('-12', '-13') }],
    ['half a document', '0306', { ...file, zip: zipOf([{ name: `${NAME}.xml`, bytes: Buffer.from('<Invoice>') }]) }],
  ])('does not take %s (%s)', async (_, code, sent) => {
    const { service } = await open();
    expect(await service.sendDocument(sent)).toMatchObject({ kind: 'refused', code });
    expect(await service.lookUp(PLACE)).toEqual({ kind: 'not-found' });
  });

  const afterwards = (from: string | RegExp, to: string) => {
    const { xml } = signXml(writeTaxDocument(receipt()), testKey());
    return { name: NAME, zip: packDocument(NAME, xml.replace(from, to)) };
  };
  test.each<[string, string, { name: string; zip: Uint8Array }]>([
    ['a part that is missing', '0305', signed(receipt(), (xml) => xml.replace(/<cbc:Note.*?<\/cbc:Note>/, ''))],
    ['another number', '1036', signed(receipt(), (xml) => xml.replace('<cbc:ID>B001-12<', '<cbc:ID>B001-13<'))],
    [
      'another lender',
      '1034',
      signed(receipt(), (xml) => xml.replace(/(PE:SUNAT"[^>]*>)20131312955/, '$120100000009')),
    ],
    ['a letter changed after signing', '2335', afterwards('ROSA', 'RISA')],
    ['another signature', '2336', afterwards(/SignatureValue>..../, 'SignatureValue>AAAA')],
    ['no signature', '2334', afterwards(/<ds:Signature .*<\/ds:Signature>/, '')],
  ])('refuses %s (%s)', async (_, code, sent) => {
    const { service } = await open();
    expect(said(await service.sendDocument(sent))).toMatchObject({ outcome: 'refused', code });
    expect(await service.sendDocument(sent)).toMatchObject({ kind: 'already-known', code: '1032' });
  });

  test('observes a sum that is wrong, as the authority does (4309)', async () => {
    const { service } = await open();
    const sent = signed(receipt(), (xml) => xml.replace(/(<cac:LegalMonetaryTotal>.*?>)39\.89</, '$139.90<'));
    expect(said(await service.sendDocument(sent))).toMatchObject({
      outcome: 'observed',
      observations: [{ code: '4309' }],
    });
  });
});

/** A service that answers what it is told to. */
async function answering(text: string, status: 200 | 500 = 200) {
  const app = new Hono();
  const bytes = new Uint8Array(Buffer.from(text));
  app.post('*', (c) => c.body(bytes, status, { 'Content-Type': 'text/xml' }));
  const { url } = await serveSandbox(app);
  return sunatService({ settings: { serviceUrl: url, consultUrl: url, ...CREDENTIALS }, fetch });
}

describe('an answer', () => {
  const cdrZip = writeSandboxCdr({ name: NAME, id: 'B001-12', at: 0 });
  const content = `<applicationResponse>${Buffer.from(cdrZip).toString('base64')}</applicationResponse>`;
  const whole = writeAnswer('sendBill', [content]);

  test('counts when it is whole', async () => {
    const service = await answering(whole);
    expect(await service.sendDocument(signed())).toEqual({ kind: 'answered', cdrZip: Buffer.from(cdrZip) });
  });

  test.each<[string, string]>([
    ['of another call', writeAnswer('sendSummary', [content])],
    ['pasted from two', whole.replace(/(<soap-env:Body>)(.*)(<\/soap-env:Body>)/, '$1$2$2$3')],
    ['with two contents', writeAnswer('sendBill', [content, content])],
    ['cut off', whole.slice(0, -20)],
    ['of content cut off', writeAnswer('sendBill', [content.replace(/.<\/app/, '</app')])],
    ['without content', writeAnswer('sendBill', ['<applicationResponse/>'])],
    ['of nothing', ''],
    ['too large', whole + ' '.repeat(4_000_000)],
    ['of a proxy', '<html><body>Mantenimiento</body></html>'],
    ['without a code', writeFault('x', 'Internal Error')],
  ])('%s says nothing', async (_, text) => {
    const service = await answering(text);
    expect(await service.sendDocument(signed())).toMatchObject({ kind: 'unknown' });
  });

  test.each<[string, string, object]>([
    ['0111', 'No tiene el perfil', { kind: 'refused', code: '0111', words: 'No tiene el perfil' }],
    ['2335', 'Alterado', { kind: 'refused', code: '2335' }],
    ['1033', 'Registrado', { kind: 'already-known', code: '1033' }],
    ['2223', 'Presentado', { kind: 'already-known', code: '2223' }],
    ['0100', 'El sistema no puede responder', { kind: 'unknown', why: '0100 El sistema no puede responder' }],
    ['0137', 'Se obtuvo una respuesta nula', { kind: 'unknown' }],
    ['0140', 'Existe un Documento igual en Proceso', { kind: 'unknown' }],
  ])('a fault %s, whatever the status', async (code, words, outcome) => {
    for (const status of [200, 500] as const) {
      const service = await answering(writeFault(code, words), status);
      expect(await service.sendDocument(signed())).toMatchObject(outcome);
    }
  });

  test('a fault whose code is its string and whose sentence is its detail', async () => {
    const fault = writeFault('1', '1033')
      .replace('Client.1', 'Server')
      .replace('</faultstring>', '</faultstring><detail><message>Registrado: B001-12</message></detail>');
    const service = await answering(fault, 500);
    expect(await service.sendDocument(signed())).toEqual({
      kind: 'already-known',
      code: '1033',
      words: 'Registrado: B001-12',
    });
  });

  const status = (name: string, ...parts: string[]) =>
    writeAnswer(name === 'status' ? 'getStatus' : 'getStatusCdr', [`<${name}>${parts.join('')}</${name}>`]);
  test.each<[string, string, object]>([
    ['98', status('statusCdr', '<statusCode>98</statusCode>'), { kind: 'waiting' }],
    ['0011', status('statusCdr', '<content/>', '<statusCode>0011</statusCode>'), { kind: 'not-found' }],
    ['0001', status('statusCdr', '<statusCode>0001</statusCode>'), { kind: 'already-known', code: '0001' }],
    ['0125', status('statusCdr', '<statusCode>0125</statusCode>'), { kind: 'refused', code: '0125' }],
    ['0004 without content', status('statusCdr', '<statusCode>0004</statusCode>'), { kind: 'unknown' }],
    ['1', status('statusCdr', '<statusCode>1</statusCode>'), { kind: 'already-known', code: '0001' }],
    ['a word', status('statusCdr', '<statusCode>ERROR</statusCode>'), { kind: 'unknown' }],
    ['a number that is no code', status('statusCdr', '<statusCode>-2335</statusCode>'), { kind: 'unknown' }],
    ['an observation', status('statusCdr', '<statusCode>4252</statusCode>'), { kind: 'unknown' }],
    ['none', status('statusCdr', ''), { kind: 'unknown' }],
  ])('to a look-up: %s', async (_, text, outcome) => {
    const service = await answering(text);
    expect(await service.lookUp(PLACE)).toMatchObject(outcome);
  });

  test('to a ticket: refused with an answer of its own, or without', async () => {
    const base64 = Buffer.from(cdrZip).toString('base64');
    const own = await answering(status('status', `<content>${base64}</content>`, '<statusCode>99</statusCode>'));
    expect(await own.ticketStatus('1')).toMatchObject({ kind: 'answered' });
    const without = await answering(status('status', '<statusCode>99</statusCode>'));
    expect(await without.ticketStatus('1')).toMatchObject({ kind: 'refused', code: '0099' });
  });
});
