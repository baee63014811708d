import type { Fetch } from '#server/kit/outgoing.ts';
import { type XmlElement, xmlTextAt } from '#server/kit/xml.ts';
import { NoAnswer } from '../no-answer.ts';
import { exchange } from '../provider-http.ts';
import { type Credentials, type Operation, readSoap, writeCall } from './sunat-soap.ts';
import type { TaxDocumentName, TaxDocumentService, TaxFile, TaxSending } from './tax-document-service.ts';

export interface SunatSettings extends Credentials {
  /** Where documents are sent, and tickets asked about. */
  readonly serviceUrl: string;
  /** Where answers to documents are asked for; the test service has none, and keeps nothing that could be. */
  readonly consultUrl: string | undefined;
  readonly timeoutMs?: number;
}

/** The tax authority is slow on the last days of a month. */
const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 4_000_000;
/** A document, or a summary, of that name was taken in before. */
const KNOWN = new Set(['0402', '1032', '1033', '2223']);
/** The service failed, or has one of that name at work: the document may have been taken in. */
const FAILED = new Set([
  '0100',
  '0140',
  '0200',
  '0201',
  '0250',
  '0251',
  '0253',
  '0254',
  '0303',
  '0304',
  '0305',
  '0307',
]);
/** Of `getStatusCdr`: there is no such document. */
const NOT_FOUND = '0011';
/** Of `getStatusCdr`: it exists, accepted or taken back, and has no answer to be read. */
const EXISTS = new Set(['0001', '0003']);
const IN_PROGRESS = '0098';
/** From here on codes are of observations: they refuse nothing. */
const FIRST_OBSERVATION = 4000;

/**
 * Sends documents to the tax authority’s own service (SOAP 1.1, WS-Security with name and password). No call throws for
 * what the other side does: an answer that is not whole, comes late or is too large leaves the document `unknown`.
 */
export function sunatService({
  settings,
  fetch,
}: {
  readonly settings: SunatSettings;
  readonly fetch: Fetch;
}): TaxDocumentService {
  const call = (operation: Operation, fields: Readonly<Record<string, string>>, url = settings.serviceUrl) =>
    callService(fetch, settings, { operation, fields, url });
  return {
    name: 'sunat',
    async sendDocument(file) {
      const answer = await call('sendBill', fieldsOf(file));
      return 'kind' in answer ? answer : answered(xmlTextAt(answer.content, 'applicationResponse'));
    },
    async sendSummary(file) {
      const answer = await call('sendSummary', fieldsOf(file));
      if ('kind' in answer) return answer;
      const ticket = xmlTextAt(answer.content, 'ticket');
      return ticket !== undefined && /^[\w-]{1,60}$/.test(ticket) ? { kind: 'ticket', ticket } : NO_CONTENT;
    },
    async ticketStatus(ticket) {
      const answer = await call('getStatus', { ticket });
      return 'kind' in answer ? answer : statusOf(answer.content, 'status');
    },
    lookUp: (document) => lookUp(document, (fields) => call('getStatusCdr', fields, settings.consultUrl), settings),
  };
}

const NO_CONTENT: TaxSending = { kind: 'unknown', why: 'an answer without content' };

function fieldsOf({ name, zip }: TaxFile): Readonly<Record<string, string>> {
  return { fileName: `${name}.zip`, contentFile: Buffer.from(zip).toString('base64') };
}

async function lookUp(
  { ruc, type, series, number }: TaxDocumentName,
  call: (fields: Readonly<Record<string, string>>) => Promise<Answered>,
  { consultUrl }: SunatSettings,
): Promise<TaxSending | { readonly kind: 'not-found' }> {
  if (consultUrl === undefined) return { kind: 'not-found' };
  const answer = await call({
    rucComprobante: ruc,
    tipoComprobante: type,
    serieComprobante: series,
    numeroComprobante: String(number),
  });
  const said = 'kind' in answer ? answer : statusOf(answer.content, 'statusCdr');
  return said.kind === 'refused' && said.code === NOT_FOUND ? { kind: 'not-found' } : said;
}

type Answered = TaxSending | { readonly content: XmlElement };

async function callService(
  fetch: Fetch,
  { user, password, timeoutMs = TIMEOUT_MS }: SunatSettings,
  {
    operation,
    fields,
    url,
  }: { readonly operation: Operation; readonly fields: Readonly<Record<string, string>>; readonly url: string },
): Promise<Answered> {
  const what = `SUNAT ${operation}`;
  try {
    const { status, bytes } = await exchange(fetch, {
      what,
      url,
      method: 'POST',
      headers: { 'Content-Type': 'text/xml; charset=utf-8', Accept: 'text/xml', SOAPAction: `"urn:${operation}"` },
      body: writeCall({ user, password }, operation, fields),
      timeoutMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    });
    // A fault comes with status 500.
    const answer = readSoap(bytes, operation);
    if (!answer) return { kind: 'unknown', why: `${what}: with status ${status} comes no answer to it` };
    return answer.kind === 'fault' ? faultOf(answer) : { content: answer.content };
  } catch (error) {
    if (error instanceof NoAnswer) return { kind: 'unknown', why: error.message };
    throw error;
  }
}

function faultOf({ code, words }: { readonly code: string; readonly words: string }): TaxSending {
  if (KNOWN.has(code)) return { kind: 'already-known', code, words };
  return FAILED.has(code) || /^013\d$/.test(code) || Number(code) >= FIRST_OBSERVATION
    ? { kind: 'unknown', why: `${code} ${words}` }
    : { kind: 'refused', code, words };
}

/** Reads what a `status` says: an answer whatever its code when there is one, because the code in it is what counts. */
function statusOf(content: XmlElement, name: 'status' | 'statusCdr'): TaxSending {
  const said = xmlTextAt(content, name, 'statusCode');
  const words = xmlTextAt(content, name, 'statusMessage') ?? '';
  // A word in the place of a code says nothing of the document.
  if (said === undefined || !/^\d{1,4}$/.test(said)) return NO_CONTENT;
  const code = said.padStart(4, '0');
  if (code === IN_PROGRESS) return { kind: 'waiting' };
  const cdr = xmlTextAt(content, name, 'content');
  if (cdr !== undefined) return answered(cdr);
  if (EXISTS.has(code)) return { kind: 'already-known', code, words };
  return Number(code) === 0 || code === '0004' ? NO_CONTENT : faultOf({ code, words });
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function answered(base64: string | undefined): TaxSending {
  const plain = base64?.replace(/\s+/g, '') ?? '';
  if (plain === '' || !BASE64.test(plain)) return NO_CONTENT;
  return { kind: 'answered', cdrZip: Buffer.from(plain, 'base64') };
}
