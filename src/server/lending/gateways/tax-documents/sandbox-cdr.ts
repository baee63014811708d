import { openSigningKey, SIGNATURE_PLACE, type SigningKey, signXml } from '#server/kit/sign-xml.ts';
import { xmlElement } from '#server/kit/xml.ts';
import { zipOf } from '#server/kit/zip.ts';
import type { Fault } from './check-sent-file.ts';
import { makeSandboxCertificate } from './sandbox-certificate.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const NAMESPACES = {
  xmlns: `${UBL}:ApplicationResponse-2`,
  'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
  'xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
  'xmlns:ds': 'http://www.w3.org/2000/09/xmldsig#',
  'xmlns:ext': `${UBL}:CommonExtensionComponents-2`,
};
/** The tax authority’s own. */
const AUTHORITY_RUC = '20131312955';
/** From before every date of a sandbox until after each. */
const VALIDITY = { validFrom: Date.UTC(2020, 0, 1), validUntil: Date.UTC(2049, 11, 31) };

const made = new Map<string, SigningKey>();

/** A key and a certificate for the sandbox: made when first asked for, kept as long as the process runs. */
export function sandboxKey(ruc: string): SigningKey {
  const key =
    made.get(ruc) ?? openSigningKey(makeSandboxCertificate({ ruc, name: 'Sandbox: no real certificate', ...VALIDITY }));
  made.set(ruc, key);
  return key;
}

export interface SandboxAnswer {
  /** Of the file without its ending. */
  readonly name: string;
  readonly id: string;
  readonly digest?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly refusal?: Fault | undefined;
  readonly observations?: readonly Fault[];
}

/** Writes the answer to a document as the tax authority does: signed, in a ZIP with an empty folder before it. */
export function writeSandboxCdr({ name, id, digest, at, refusal, observations = [] }: SandboxAnswer): Uint8Array {
  const [date = '', time = ''] = new Date(at).toISOString().split(/[T.]/);
  const words = refusal?.words ?? `El comprobante numero ${id}, ha sido aceptado`;
  const hash = xmlElement('cac:ExternalReference', [xmlElement('cbc:DocumentHash', digest ?? '')]);
  const about = [xmlElement('cbc:ID', id), ...(digest === undefined ? [] : [xmlElement('cac:Attachment', [hash])])];
  const response = [
    xmlElement('cbc:ReferenceID', id),
    xmlElement('cbc:ResponseCode', refusal?.code ?? '0'),
    xmlElement('cbc:Description', words),
  ];
  const content = [
    xmlElement('ext:UBLExtensions', [xmlElement('ext:UBLExtension', [SIGNATURE_PLACE])]),
    xmlElement('cbc:UBLVersionID', '2.0'),
    xmlElement('cbc:CustomizationID', '1.0'),
    xmlElement('cbc:ID', String(at)),
    xmlElement('cbc:IssueDate', date),
    xmlElement('cbc:IssueTime', time),
    ...observations.map((note) => xmlElement('cbc:Note', `${note.code} - ${note.words}`)),
    xmlElement('cac:DocumentResponse', [
      xmlElement('cac:Response', response),
      xmlElement('cac:DocumentReference', about),
    ]),
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('ApplicationResponse', content, NAMESPACES)}`;
  return zipOf([
    { name: 'dummy/', bytes: new Uint8Array() },
    { name: `R-${name}.xml`, bytes: Buffer.from(signXml(xml, sandboxKey(AUTHORITY_RUC)).xml) },
  ]);
}
