/** Texts of a paper that is kept, wherever it is shown. */
export const PAPER_KEYS = [
  'agreement_pages_one',
  'agreement_pages',
  'agreement_copy',
  'agreement_read',
  'agreement_read_of',
  'agreement_hash',
  'agreement_hash_text',
  'agreement_open_failed',
  'documents_version',

  'documents_download_of',
  'documents_replaced',
  'documents_replaced_by',
] as const;
export type PaperTextKey = (typeof PAPER_KEYS)[number];

/** Texts of the paper of an arrangement, on the screen of the arrangement. */
export const AGREEMENT_PAPER_KEYS = [...PAPER_KEYS, 'paper_agreement', 'paper_coming', 'paper_all'] as const;
export type AgreementPaperTextKey = (typeof AGREEMENT_PAPER_KEYS)[number];
