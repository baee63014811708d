/**
 * Sends signed documents to the tax authority, itself or through a provider of electronic invoicing. No call throws for
 * what the network or the other side does: a call without an answer is `unknown`, and is asked about before the same
 * bytes are sent again.
 */
export interface TaxDocumentService {
  /** `sunat`, `files`: as operators read it. */
  readonly name: string;
  /** Sends one receipt or credit note. */
  sendDocument(file: TaxFile): Promise<TaxSending>;
  /** Hands a daily summary in; its answer is asked for by its ticket. */
  sendSummary(file: TaxFile): Promise<TaxSending>;
  /** Asks what became of a summary. */
  ticketStatus(ticket: string): Promise<TaxSending>;
  /** Asks for the answer to a document that may have been sent before. `not-found`: it never arrived. */
  lookUp(document: TaxDocumentName): Promise<TaxSending | { readonly kind: 'not-found' }>;
}

export interface TaxFile {
  /** Without its ending: `20100000001-03-B001-12`, `20100000001-RC-20261130-1`. */
  readonly name: string;
  /** A ZIP with one signed XML of that name. */
  readonly zip: Uint8Array;
}

export interface TaxDocumentName {
  readonly ruc: string;
  /** Catalogue 01. */
  readonly type: '03' | '07';
  readonly series: string;
  readonly number: number;
}

/** The outcome of a call. */
export type TaxSending =
  /** The authority's own answer (CDR), as it sent it: a ZIP with a signed `ApplicationResponse`. */
  | { readonly kind: 'answered'; readonly cdrZip: Uint8Array }
  /** Not taken in, or taken in and refused without a CDR. */
  | { readonly kind: 'refused'; readonly code: string; readonly words: string }
  /** A summary is worked on: its answer is asked for by this ticket. */
  | { readonly kind: 'ticket'; readonly ticket: string }
  /** It is worked on (98), or lies in the folder of a provider: ask again later. */
  | { readonly kind: 'waiting' }
  /** The authority has a document of this name already (1033, 2223). */
  | { readonly kind: 'already-known'; readonly code: string; readonly words: string }
  /** Nothing is known: no connection, no answer in time, an answer that is not one. */
  | { readonly kind: 'unknown'; readonly why: string };
