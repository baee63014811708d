import { expect } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { getTrustLevel } from '#api/endpoints/loans/get-trust-level.ts';
import { sendVoucher } from '#api/endpoints/payments/send-voucher.ts';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { payoffQuote } from '#loan/payoff.ts';
import { standingOn } from '#loan/standing.ts';
import { readDocumentFile } from '#server/lending/documents/document-store.ts';
import { anApplicant, aSigner } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { BANK_CALENDAR, date, EX1 } from '#tests/support/loan/loans.ts';
import { readPdf } from '#tests/support/loan-documents/read-pdf.ts';
import { linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { PASSWORD } from '#tests/support/people/client.ts';
import { proven } from '#tests/support/people/registration.ts';
import { promise } from './promise.ts';

const lending = withPayments();

promise(
  'Cualquier banco, caja o billetera. Nos ayuda a encontrar tu transferencia.',
  { text: 'viabcp_from_bank_help', tags: 'promise-ways-to-pay-and-our-accounts' },
  async () => {
    const debtor = await aDebtor(lending);
    const { id } = await startPayment(lending, debtor, { purpose: 'PAYOFF', method: 'MANUAL' });
    const body = { operationNumber: '7788', bankId: 'BCP', fromBank: 'Caja Arequipa', paidAt: '2026-01-15', amount: 1 };
    const { headers } = debtor;
    const sent = acceptedBody(await callEndpoint(lending, sendVoucher, { params: { id }, headers, body }));
    expect(sent.voucher).toMatchObject({ bankId: 'BCP', fromBank: 'Caja Arequipa' });
  },
);

promise(
  'Si pagas todo antes, el interés y las comisiones cuentan solo por los días que usaste; la de evaluación se paga completa.',
  { text: 'offer_early_whole', tags: 'promise-early-payment-and-interest-for-the-days-of-use' },
  () => {
    const quote = payoffQuote(standingOn(EX1, { date: date('2026-01-27'), calendar: BANK_CALENDAR }));
    // Twelve of thirty days: 12,52 of 31,89; 4,80 of 12,00; 4,00 of 10,00; and all of the 8,00.
    expect(quote).toMatchObject({
      interestCents: 1252,
      feesCents: { techFee: 480, adminFee: 400, acceleratedAcceptanceFee: 800 },
    });
  },
);

promise(
  'Hasta que pagues tu primer préstamo, el máximo es {amount} en un solo pago para todos, en cualquier nivel.',
  { text: 'trust_why_first_loan', tags: 'promise-levels' },
  async () => {
    const { headers } = await aBorrower(lending);
    const level = acceptedBody(await callEndpoint(lending, getTrustLevel, { headers }));
    expect(level).toMatchObject({ isFirstLoan: true, benefits: [{ code: 'MAX_SINGLE_PAY', value: 500 }] });
  },
);

promise(
  'No te cuesta nada. Al cerrarla te decimos desde cuándo puedes pedir de nuevo.',
  { text: 'giving_up_text', tags: 'promise-an-application-on-its-way' },
  async () => {
    const { headers } = await anApplicant(lending, 'SCORING');
    const body = { reason: 'NO_LONGER_NEEDED' };
    const after = acceptedBody(await callEndpoint(lending, cancelApplication, { headers, body }));
    expect(after).toMatchObject({ application: { stage: 'CANCELLED' }, loan: null });
    // Nothing holds it back: it says that it can be asked for again at any time.
    expect(after.application?.canReapplyAt).toBeUndefined();
    const refused = await anApplicant(lending, 'REJECTED', { financial: { monthlyIncome: 300, monthlyExpenses: 0 } });
    const comment = 'También cobro un alquiler.';
    acceptedBody(await callEndpoint(lending, requestReview, { headers: refused.headers, body: { comment } }));
    // Given up while a person looks at a refusal: the day of the refusal still counts, and is told.
    const again = acceptedBody(await callEndpoint(lending, cancelApplication, { headers: refused.headers, body }));
    expect(again.application).toMatchObject({ stage: 'CANCELLED', canReapplyAt: '2026-01-30' });
  },
);

promise(
  'Tu contrato, con la constancia de tu firma, está en Documentos.',
  { text: 'completed_next_papers', tags: 'promise-offers-and-signing' },
  async () => {
    const { headers, personId } = await aSigner(lending);
    const { items } = acceptedBody(await callEndpoint(lending, listDocuments, { headers, query: {} }));
    const kept = items.map(({ type }) => type);
    for (const type of ['CONTRACT', 'HOJA_RESUMEN', 'SCHEDULE', 'PRIVACY_NOTICE'] as const)
      expect(kept).toContain(type);
    const id = items.find(({ type }) => type === 'CONTRACT')?.id ?? '';
    const file = await readDocumentFile(lending.db.kysely, lending.vault, { personId, id });
    expect((await readPdf(file?.bytes ?? new Uint8Array())).flat).toContain('Evidencia de la firma electrónica');
  },
);

promise(
  'Confírmalo: con él recuperas tu cuenta.',
  { text: 'sign_up_email_help', tags: 'promise-an-e-mail-that-is-not-confirmed-yet' },
  async () => {
    const { id, token, visitor } = await proven(lending);
    const body = { registrationToken: token, password: PASSWORD };
    acceptedBody(await callEndpoint(lending, completeRegistration, { params: { id }, body }));
    const subjects = async () => (await messagesTo(lending, visitor.email)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Confirma tu correo']);
    const forgot = { identifier: visitor.documentNumber };
    acceptedBody(await callEndpoint(lending, requestPasswordReset, { body: forgot }));
    // Not by a mailbox that nobody has confirmed.
    expect(await subjects()).toHaveLength(1);
    const confirmed = await linkTo(lending, visitor.email, 'identity-email-own');
    acceptedBody(await callEndpoint(lending, confirmEmail, { body: { token: confirmed } }));
    acceptedBody(await callEndpoint(lending, requestPasswordReset, { body: forgot }));
    expect(await subjects()).toHaveLength(2);
  },
);
