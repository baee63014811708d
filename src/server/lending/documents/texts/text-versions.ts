import type { DocumentType } from '#api/document-types.ts';

/**
 * Versions of the words a paper was printed with, shown in its footer. A change of any text of a paper, in either
 * language, must raise its number, so that two copies can be compared without reading them.
 */
export const TEXT_VERSIONS: Readonly<Record<DocumentType, number>> = {
  CONTRACT: 6,
  HOJA_RESUMEN: 4,
  SCHEDULE: 4,
  PRIVACY_NOTICE: 5,
  CONSENT_RECEIPT: 2,
  DISBURSEMENT_RECEIPT: 1,
  PAYMENT_RECEIPT: 4,
  STATEMENT: 3,
  PAYOFF_QUOTE: 5,
  EXTENSION_ADDENDUM: 3,
  PLAN_AGREEMENT: 3,
  FLEX_AGREEMENT: 3,
  TOPUP_ADDENDUM: 3,
  PAID_OFF_CERTIFICATE: 3,
  TAX_RECEIPT: 1,
  TAX_CREDIT_NOTE: 1,
};
