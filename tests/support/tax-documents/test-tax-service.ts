import { unzip, zipOf } from '#server/kit/zip.ts';
import type {
  TaxDocumentName,
  TaxDocumentService,
  TaxFile,
  TaxSending,
} from '#server/lending/gateways/tax-documents/tax-document-service.ts';

type Mode =
  | 'accepts'
  | 'observes'
  | 'refuses'
  | 'lost'
  | 'down'
  | 'waits'
  | 'knows'
  | 'has-another'
  | 'is-out-of-order';

/**
 * A tax authority whose answers a test decides. It keeps what arrived: the same bytes under a name, or it says that it
 * knows the name already.
 */
export class TestTaxService implements TaxDocumentService {
  readonly name = 'test';
  mode: Mode = 'accepts';
  readonly arrived = new Map<string, Buffer>();
  /** Names in the order in which files came, also a second time. */
  readonly calls: string[] = [];
  /** Runs once, when this file has arrived and before it is answered: what happens while a copy is held up. */
  meanwhile: { readonly name: string; run(): Promise<unknown> } | undefined;
  /** Names that are known as accepted, without an answer to read: as of what a summary told. */
  readonly knownAlone = new Set<string>();
  readonly #tickets = new Map<string, string>();
  #nextTicket = 1_000_000;
  /** Names whose content was another one the second time. */
  readonly contradictions: string[] = [];

  async sendDocument({ name, zip }: TaxFile): Promise<TaxSending> {
    if (!this.#take(name, zip)) return { kind: 'unknown', why: 'no connection' };
    await this.#heldUp(name);
    if (this.mode === 'knows' || this.mode === 'has-another') return KNOWN;
    return this.#answer(name);
  }

  async sendSummary({ name, zip }: TaxFile): Promise<TaxSending> {
    if (!this.#take(name, zip)) return { kind: 'unknown', why: 'no connection' };
    await this.#heldUp(name);
    if (this.mode === 'lost') return { kind: 'unknown', why: 'no answer in time' };
    if (this.mode === 'is-out-of-order') return { kind: 'refused', code: '0109', words: 'El servicio no responde' };
    if (this.mode === 'knows') return KNOWN;
    const ticket = String(this.#nextTicket);
    this.#nextTicket += 1;
    this.#tickets.set(ticket, name);
    return { kind: 'ticket', ticket };
  }

  async ticketStatus(ticket: string): Promise<TaxSending> {
    this.calls.push(`ticket ${ticket}`);
    if (this.mode === 'down') return { kind: 'unknown', why: 'no connection' };
    if (this.mode === 'waits') return { kind: 'waiting' };
    const name = this.#tickets.get(ticket);
    return name === undefined ? { kind: 'refused', code: '0127', words: 'El ticket no existe' } : this.#answer(name);
  }

  /** Knows none of the tickets that it has named. */
  forgetTickets(): void {
    this.#tickets.clear();
  }

  async lookUp({ ruc, type, series, number }: TaxDocumentName) {
    const name = `${ruc}-${type}-${series}-${number}`;
    this.calls.push(`look ${name}`);
    if (this.mode === 'down') return { kind: 'unknown', why: 'no connection' } as const;
    if (this.mode === 'has-another') return { kind: 'answered', cdrZip: cdrOf(name, { digest: 'another=' }) } as const;
    if (this.knownAlone.has(name))
      return { kind: 'already-known', code: '0001', words: 'Existe y está aceptado' } as const;
    const file = this.#fileOf(name);
    return file ? ({ kind: 'answered', cdrZip: cdrOf(name, { digest: digestIn(file) }) } as const) : NOT_FOUND;
  }

  async #heldUp(name: string): Promise<void> {
    const { meanwhile } = this;
    if (meanwhile === undefined || !name.includes(meanwhile.name)) return;
    this.meanwhile = undefined;
    await meanwhile.run();
  }

  #take(name: string, zip: Uint8Array): boolean {
    this.calls.push(name);
    if (this.mode === 'down') return false;
    const known = this.arrived.get(name);
    if (known && !known.equals(Buffer.from(zip))) this.contradictions.push(name);
    this.arrived.set(name, Buffer.from(zip));
    return true;
  }

  #answer(name: string): TaxSending {
    switch (this.mode) {
      case 'lost':
        return { kind: 'unknown', why: 'no answer in time' };
      case 'is-out-of-order':
        return { kind: 'refused', code: '0109', words: 'El servicio no responde' };
      case 'refuses':
        return { kind: 'answered', cdrZip: cdrOf(name, { code: '2800', words: REFUSED_FOR }) };
      case 'observes':
        return { kind: 'answered', cdrZip: cdrOf(name, { notes: ['4093 - El ubigeo no existe'] }) };
      default:
        return { kind: 'answered', cdrZip: cdrOf(name) };
    }
  }

  /** A document that came alone. */
  #fileOf(name: string): string | undefined {
    const zip = this.arrived.get(name);
    const [file] = zip ? (unzip(zip, { maxFiles: 1, maxBytes: 1_000_000 }) ?? []) : [];
    return file && Buffer.from(file.bytes).toString('utf8');
  }
}

/** As the real one says it, with what it quotes. */
const REFUSED_FOR = 'El dato del cliente no es correcto (nodo: "cac:PartyIdentification/cbc:ID" valor: "60000001")';
const KNOWN = { kind: 'already-known', code: '2223', words: 'El documento ya fue informado' } as const;
const NOT_FOUND = { kind: 'not-found' } as const;

function digestIn(xml: string): string | undefined {
  return /<ds:DigestValue>([^<]+)</.exec(xml)?.[1];
}

/** An answer as the tax authority writes it. */
export function cdrOf(
  name: string,
  {
    code = '0',
    words = 'La Boleta ha sido aceptada',
    notes = [],
    digest,
  }: {
    readonly code?: string;
    readonly words?: string;
    readonly notes?: readonly string[];
    readonly digest?: string | undefined;
  } = {},
): Uint8Array {
  const about = name
    .split('-')
    .slice(name.includes('-RC-') ? 1 : 2)
    .join('-');
  const hash = digest
    ? `<a:Attachment><a:ExternalReference><c:DocumentHash>${digest}</c:DocumentHash></a:ExternalReference></a:Attachment>`
    : '';
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<ar:ApplicationResponse xmlns:ar="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"
 xmlns:c="urn:cbc" xmlns:a="urn:cac">${notes.map((note) => `<c:Note>${note}</c:Note>`).join('')}
<a:DocumentResponse>
<a:Response><c:ReferenceID>${about}</c:ReferenceID><c:ResponseCode>${code}</c:ResponseCode>
<c:Description>${words}</c:Description></a:Response>
<a:DocumentReference><c:ID>${about}</c:ID>${hash}</a:DocumentReference>
</a:DocumentResponse></ar:ApplicationResponse>`;
  return zipOf([{ name: `R-${name}.xml`, bytes: Buffer.from(text) }]);
}
