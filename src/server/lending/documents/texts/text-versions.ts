import type { DocumentType } from '#api/document-types.ts';

/** Which words a paper has, in its footer: any change, in either language, raises the number. */
export const TEXT_VERSIONS: Readonly<Record<DocumentType, number>> = {
  CONTRACT: 5,
  HOJA_RESUMEN: 4,
  SCHEDULE: 4,
  PRIVACY_NOTICE: 4,
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
};
