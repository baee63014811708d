import type { DocumentType } from '#api/document-types.ts';

/**
 * Which words a paper was printed with: shown in its footer. A change of any text of a paper, in either language, raises
 * its number, so that two copies can be compared without reading them.
 */
export const TEXT_VERSIONS: Readonly<Record<DocumentType, number>> = {
  CONTRACT: 1,
  HOJA_RESUMEN: 1,
  SCHEDULE: 1,
  PRIVACY_NOTICE: 1,
  CONSENT_RECEIPT: 1,
  DISBURSEMENT_RECEIPT: 1,
  PAYMENT_RECEIPT: 1,
  STATEMENT: 1,
  PAYOFF_QUOTE: 1,
  EXTENSION_ADDENDUM: 1,
  PLAN_AGREEMENT: 1,
  FLEX_AGREEMENT: 1,
  TOPUP_ADDENDUM: 1,
  PAID_OFF_CERTIFICATE: 1,
};
