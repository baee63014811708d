import { verifySignedXml } from '#server/kit/sign-xml.ts';
import { readXml, type XmlElement, xmlChildren, xmlTextAt } from '#server/kit/xml.ts';
import { unzip } from '#server/kit/zip.ts';

/** Why a file is not taken in, or its document is refused. */
export interface Fault {
  readonly code: string;
  readonly words: string;
}

export interface SentDocument {
  /** `B001-12`, `RC-20261130-1` */
  readonly id: string;
  readonly ruc: string;
  /** The DigestValue of its signature. */
  readonly digest: string;
  /** Rules that it breaks all the same. */
  readonly observations: readonly Fault[];
  /** Of a summary: the names of the documents that it tells. */
  readonly told: readonly string[];
}

export interface RefusedDocument extends Pick<SentDocument, 'id' | 'ruc'> {
  readonly refused: Fault;
}

const LIMITS = { maxFiles: 1, maxBytes: 5_000_000 };
const FILE = /^(\d{11})-(?:(0[37])-(B[A-Z0-9]{3}-\d{1,8})|(RC-\d{8}-\d{1,5}))\.zip$/;
const COMMON = ['UBLExtensions', 'UBLVersionID', 'CustomizationID', 'ID'];
const PARTIES = ['Signature', 'AccountingSupplierParty', 'AccountingCustomerParty'];
const TOTALS = ['TaxTotal', 'LegalMonetaryTotal'];
/** Parts of each kind, in their order; the last one as often as there are lines. */
const FORMS = new Map([
  [
    'Invoice',
    [...COMMON, 'IssueDate', 'InvoiceTypeCode', 'Note', 'DocumentCurrencyCode', ...PARTIES, ...TOTALS, 'InvoiceLine'],
  ],
  [
    'CreditNote',
    [
      ...[...COMMON, 'IssueDate', 'Note', 'DocumentCurrencyCode', 'DiscrepancyResponse', 'BillingReference'],
      ...[...PARTIES, ...TOTALS, 'CreditNoteLine'],
    ],
  ],
  [
    'SummaryDocuments',
    [...COMMON, 'ReferenceDate', 'IssueDate', 'Signature', 'AccountingSupplierParty', 'SummaryDocumentsLine'],
  ],
]);

/**
 * Checks what was sent as the tax authority does, as far as a stand-in goes: the ZIP and the name of its file, the parts
 * of the document and their order, whose it is, its sum, and its signature. `notTaken` is said at once, a refusal in an
 * answer of its own.
 */
export function checkSentFile(
  fileName: string,
  zip: Uint8Array,
): { readonly notTaken: Fault } | RefusedDocument | SentDocument {
  const name = FILE.exec(fileName);
  if (!name) return notTaken('0151', 'El nombre del archivo ZIP es incorrecto');
  const files = unzip(zip, LIMITS);
  if (!files) return notTaken('0156', 'El archivo ZIP esta corrupto');
  const [file] = files;
  if (!file) return notTaken('0155', 'El archivo ZIP esta vacio');
  if (file.name !== fileName.replace(/zip$/, 'xml')) {
    return notTaken('0161', 'El nombre del archivo XML no coincide con el nombre del archivo ZIP');
  }
  const root = readXml(file.bytes);
  if (!root) return notTaken('0306', 'No se puede leer (parsear) el archivo XML');
  const [, ruc = '', type, number, summary] = name;
  const id = number ?? summary ?? '';
  const kind = summary !== undefined ? 'SummaryDocuments' : type === '03' ? 'Invoice' : 'CreditNote';
  const fault = faultOf(root, { kind, id, ruc });
  const signature = verifySignedXml(Buffer.from(file.bytes).toString('utf8'));
  if (fault) return { refused: fault, id, ruc };
  return signature.kind === 'valid'
    ? { id, ruc, digest: signature.digest, observations: observationsOf(root), told: toldBy(root, ruc) }
    : { refused: SIGNATURES[signature.kind], id, ruc };
}

const SIGNATURES = {
  unsigned: { code: '2334', words: 'El documento no esta firmado' },
  altered: { code: '2335', words: 'El documento electronico ingresado ha sido alterado' },
  forged: { code: '2336', words: 'Ocurrio un error en el proceso de validacion de la firma digital' },
} as const;

function notTaken(code: string, words: string) {
  return { notTaken: { code, words } };
}

function faultOf(
  root: XmlElement,
  { kind, id, ruc }: { readonly kind: string; readonly id: string; readonly ruc: string },
): Fault | undefined {
  const form = FORMS.get(kind) ?? [];
  const inside = root.children.map(({ name }) => name);
  const lines = inside.filter((name) => name === form.at(-1)).length;
  const wanted = [...form.slice(0, -1), ...Array(Math.max(1, lines)).fill(form.at(-1))];
  if (root.name !== kind || inside.join() !== wanted.join()) {
    return { code: '0305', words: `El documento no tiene la estructura de ${kind}` };
  }
  if (xmlTextAt(root, 'ID') !== id) {
    return { code: '1036', words: 'El número del comprobante no coincide con el nombre del archivo' };
  }
  if (rucOf(root) !== ruc) return { code: '1034', words: 'El RUC del archivo no coincide con el RUC del XML' };
  return undefined;
}

/** The authority observes a sum that is wrong, and lets the document stand. */
function observationsOf(root: XmlElement): readonly Fault[] {
  const [total] = xmlChildren(root, 'LegalMonetaryTotal');
  const sum = xmlChildren(root, `${root.name}Line`).reduce((cents, line) => cents + centsAt(line), 0);
  return total === undefined || sum === centsAt(total)
    ? []
    : [{ code: '4309', words: 'La sumatoria del valor de venta de las líneas no coincide con el total' }];
}

function rucOf(root: XmlElement): string | undefined {
  return (
    xmlTextAt(root, 'AccountingSupplierParty', 'CustomerAssignedAccountID') ??
    xmlTextAt(root, 'AccountingSupplierParty', 'Party', 'PartyIdentification', 'ID')
  );
}

function toldBy(root: XmlElement, ruc: string): readonly string[] {
  return xmlChildren(root, 'SummaryDocumentsLine').map(
    (line) => `${ruc}-${xmlTextAt(line, 'DocumentTypeCode')}-${xmlTextAt(line, 'ID')}`,
  );
}

function centsAt(element: XmlElement): number {
  const text = xmlTextAt(element, 'LineExtensionAmount');
  return Number(text?.replace('.', '') ?? Number.NaN);
}
