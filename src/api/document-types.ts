import type { Language } from './languages.ts';

/** The types of a client's documents, as named in domain 2.9. Complaints have an archive of their own. */
export const DOCUMENT_TYPES = [
  'CONTRACT',
  'HOJA_RESUMEN',
  'SCHEDULE',
  'PRIVACY_NOTICE',
  'CONSENT_RECEIPT',
  'DISBURSEMENT_RECEIPT',
  'PAYMENT_RECEIPT',
  'STATEMENT',
  'PAYOFF_QUOTE',
  'EXTENSION_ADDENDUM',
  'PLAN_AGREEMENT',
  'FLEX_AGREEMENT',
  'TOPUP_ADDENDUM',
  'PAID_OFF_CERTIFICATE',
  'TAX_RECEIPT',
  'TAX_CREDIT_NOTE',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** The Spanish text is binding, the others are courtesy translations. */
export type DocumentLanguage = Language;
