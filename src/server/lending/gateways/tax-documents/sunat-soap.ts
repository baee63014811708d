import { readXml, type XmlElement, xmlChildren, xmlElement, xmlTextAt } from '#server/kit/xml.ts';

/** Names of SOAP 1.1, of WS-Security and of the tax authority's services. */
export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SUNAT = 'http://service.sunat.gob.pe';
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

export const OPERATIONS = ['sendBill', 'sendSummary', 'getStatus', 'getStatusCdr'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface Credentials {
  /** The lender's RUC and its SOL user, one after the other. */
  readonly user: string;
  readonly password: string;
}

/** Writes a call of the service. */
export function writeCall(
  { user, password }: Credentials,
  operation: Operation,
  fields: Readonly<Record<string, string>>,
): string {
  const token = xmlElement('wsse:UsernameToken', [
    xmlElement('wsse:Username', user),
    xmlElement('wsse:Password', password),
  ]);
  const content = Object.entries(fields).map(([name, value]) => xmlElement(name, value));
  const envelope = [
    xmlElement('soapenv:Header', [xmlElement('wsse:Security', [token])]),
    xmlElement('soapenv:Body', [xmlElement(`ser:${operation}`, content)]),
  ];
  const namespaces = { 'xmlns:ser': SUNAT, 'xmlns:soapenv': SOAP, 'xmlns:wsse': SECURITY };
  return `${DECLARATION}${xmlElement('soapenv:Envelope', envelope, namespaces)}`;
}

export type SoapAnswer =
  | { readonly kind: 'answer'; readonly content: XmlElement }
  | { readonly kind: 'fault'; readonly code: string; readonly words: string };

/** Reads an answer; undefined when it does not answer that call: a page of a proxy, half of one, another call's. */
export function readSoap(bytes: Uint8Array, operation: Operation): SoapAnswer | undefined {
  const root = readXml(bytes);
  if (root?.name !== 'Envelope' || root.namespace !== SOAP) return undefined;
  const [body, again] = xmlChildren(root, 'Body');
  const [content, another] = body?.children ?? [];
  if (!content || again || another) return undefined;
  if (content.name === 'Fault' && content.namespace === SOAP) return readFault(content);
  return content.name === `${operation}Response` && content.namespace === SUNAT
    ? { kind: 'answer', content }
    : undefined;
}

/** The code is in `faultcode`, `soap-env:Client.1033`, or is the `faultstring`, whose sentence is then in `detail`. */
function readFault(fault: XmlElement): SoapAnswer | undefined {
  const words = xmlTextAt(fault, 'faultstring') ?? '';
  const detail = xmlTextAt(fault, 'detail', 'message');
  const code = /(?:^|\.)(\d{3,4})$/.exec(xmlTextAt(fault, 'faultcode') ?? '')?.[1] ?? /^\d{3,4}$/.exec(words)?.[0];
  if (code === undefined) return undefined;
  const sentence = detail ?? words;
  return { kind: 'fault', code: code.padStart(4, '0'), words: sentence.slice(0, MAX_WORDS) };
}

const MAX_WORDS = 1000;

export interface SoapCall {
  readonly operation: Operation;
  readonly user: string;
  readonly password: string;
  readonly fields: XmlElement;
}

/** Reads a call, for the stand-in; undefined when it is not one. */
export function readCall(bytes: Uint8Array): SoapCall | undefined {
  const root = readXml(bytes);
  const [header] = root ? xmlChildren(root, 'Header') : [];
  const [fields] = (root ? xmlChildren(root, 'Body') : [])[0]?.children ?? [];
  const operation = OPERATIONS.find((name) => name === fields?.name);
  if (root?.namespace !== SOAP || !header || !fields || fields.namespace !== SUNAT || !operation) return undefined;
  const token = ['Security', 'UsernameToken'];
  const user = xmlTextAt(header, ...token, 'Username') ?? '';
  return { operation, user, password: xmlTextAt(header, ...token, 'Password') ?? '', fields };
}

/** Writes an answer, for the stand-in. */
export function writeAnswer(operation: Operation, content: readonly string[]): string {
  return envelopeOf(xmlElement(`br:${operation}Response`, content, { 'xmlns:br': SUNAT }));
}

/** Writes a fault, for the stand-in. */
export function writeFault(code: string, words: string): string {
  const content = [xmlElement('faultcode', `soap-env:Client.${code}`), xmlElement('faultstring', words)];
  return envelopeOf(xmlElement('soap-env:Fault', content));
}

function envelopeOf(content: string): string {
  const body = xmlElement('soap-env:Body', [content]);
  return `${DECLARATION}${xmlElement('soap-env:Envelope', [body], { 'xmlns:soap-env': SOAP })}`;
}
