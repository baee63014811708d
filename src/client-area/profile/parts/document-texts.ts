/** Texts of an archived document. */
export const DOCUMENT_KEYS = [
  'agreement_pages_one',
  'agreement_pages',
  'agreement_copy',
  'agreement_read',
  'agreement_read_of',
  'agreement_open_failed',
  'documents_version',
  'documents_download_of',
  'documents_replaced',
  'documents_replaced_by',
  'documents_paired',
  'documents_xml',
  'documents_xml_of',
] as const;
export type DocumentTextKey = (typeof DOCUMENT_KEYS)[number];

/** Texts of papers that are there without a network. */
export type KeptPaperTextKey =
  | DocumentTextKey
  | 'documents_kept'
  | 'documents_none_kept'
  | 'documents_seen'
  | 'documents_seen_day';

/** Texts of an arrangement's document, on the arrangement's screen. */
export const ARRANGEMENT_DOCUMENT_KEYS = [...DOCUMENT_KEYS, 'paper_agreement', 'paper_coming', 'paper_all'] as const;
export type ArrangementDocumentTextKey = (typeof ARRANGEMENT_DOCUMENT_KEYS)[number];
