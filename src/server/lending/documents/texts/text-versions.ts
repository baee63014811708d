import type { DocumentType } from '#api/document-types.ts';

/**
 * Which words a paper was printed with: shown in its footer. A change of any text of a paper, in either language, raises
 * its number, so that two copies can be compared without reading them.
 */
export const TEXT_VERSIONS: Readonly<Record<DocumentType, number>> = {
  CONTRACT: 3,
  HOJA_RESUMEN: 3,
  SCHEDULE: 2,
  PRIVACY_NOTICE: 2,
  CONSENT_RECEIPT: 2,
  DISBURSEMENT_RECEIPT: 1,
  PAYMENT_RECEIPT: 2,
  STATEMENT: 2,
  PAYOFF_QUOTE: 3,
  EXTENSION_ADDENDUM: 2,
  PLAN_AGREEMENT: 2,
  FLEX_AGREEMENT: 2,
  TOPUP_ADDENDUM: 2,
  PAID_OFF_CERTIFICATE: 2,
};
