import type { InformationKind, RejectionReason } from '#loan/application-decisions.ts';

/** Types of files in an application (domain 2.3.3). */
export const APPLICATION_DOCUMENT_TYPES = [
  'DNI_FRONT',
  'DNI_BACK',
  'SELFIE',
  'INCOME_PROOF',
  'ADDRESS_PROOF',
  'OTHER',
] as const;
export type ApplicationDocumentType = (typeof APPLICATION_DOCUMENT_TYPES)[number];

/**
 * Pictures in which a person compares a face with a document: they must be pictures that can be made out, never papers.
 */
export const IDENTITY_PICTURES: ReadonlySet<ApplicationDocumentType> = new Set(['DNI_FRONT', 'DNI_BACK', 'SELFIE']);

interface InformationItem {
  readonly kind: InformationKind;
  /** For documents: the accepted types. */
  readonly acceptedTypes: readonly ApplicationDocumentType[];
}

/** Everything a client may be asked for during a decision; the code is stored, the texts are the server's. */
export const INFORMATION_ITEMS = {
  income_proof: { kind: 'DOCUMENT', acceptedTypes: ['INCOME_PROOF'] },
  address_proof: { kind: 'DOCUMENT', acceptedTypes: ['ADDRESS_PROOF'] },
  dni_front: { kind: 'DOCUMENT', acceptedTypes: ['DNI_FRONT'] },
  dni_back: { kind: 'DOCUMENT', acceptedTypes: ['DNI_BACK'] },
  selfie: { kind: 'DOCUMENT', acceptedTypes: ['SELFIE'] },
  other_document: { kind: 'DOCUMENT', acceptedTypes: ['OTHER', 'INCOME_PROOF', 'ADDRESS_PROOF'] },
  employer_phone: { kind: 'FIELD', acceptedTypes: [] },
  alternative_phone: { kind: 'FIELD', acceptedTypes: [] },
  bank_account: { kind: 'BANK_ACCOUNT', acceptedTypes: [] },
  own_account: { kind: 'BANK_ACCOUNT', acceptedTypes: [] },
  call: { kind: 'CALL', acceptedTypes: [] },
} as const satisfies Readonly<Record<string, InformationItem>>;
export type InformationCode = keyof typeof INFORMATION_ITEMS;

export const INFORMATION_CODES = Object.keys(INFORMATION_ITEMS) as InformationCode[];

/** Names the text keys of a reason: its meaning, and what the client can do (domain 2.3.5). */
export function reasonTextKeys(reason: RejectionReason) {
  return { means: `reason_means_${reason}`, action: `reason_action_${reason}` } as const;
}
