import { expect } from 'vitest';
import { toProductSettings, toTariff } from '#api/convert.ts';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { getWhatIf } from '#api/endpoints/loans/get-what-if.ts';
import { toSoles } from '#loan/money.ts';
import { loanOutcomes } from '#loan/outcomes.ts';
import { findPaymentReference } from '#server/lending/gateways/transfer/payment-reference.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aDebtor, startPayment, withPayments } from '#tests/support/payments/payments.ts';
import { promise } from './promise.ts';

const payments = withPayments();

promise(
  'Interés, mora, comisiones e IGV de un primer préstamo que recibes el {date}, con los precios de ese día.',
  { text: 'compare_note', tags: 'promise-the-price-shown-to-visitors' },
  async () => {
    const debtor = await aDebtor(payments);
    const body = acceptedBody(await callEndpoint(payments, getProductSettings, { query: { sequence: '1' } }));
    if (!body.tariff) throw new Error('the lender says what being late costs');
    const { singlePayProduct } = toProductSettings(body);
    const outcomes = loanOutcomes(singlePayProduct, 500, 30, { tariff: toTariff(body.tariff), lateDays: 10 });
    // The loan itself, on its due date: what visitors were shown is what it will cost.
    payments.clock.moveTo('2026-02-14');
    const { number, headers } = debtor;
    const own = acceptedBody(await callEndpoint(payments, getWhatIf, { params: { number }, headers, query: {} }));
    for (const [kind, ours] of [
      ['on-time', 'on-time'],
      ['late', 'late'],
      ['extend', 'extended'],
    ] as const) {
      const told = outcomes.filter((outcome) => outcome.kind === ours);
      const real = own.scenarios.filter((scenario) => scenario.kind === kind);
      expect(told.map(({ totalCents }) => toSoles(totalCents)).sort()).toEqual(real.map(({ total }) => total).sort());
    }
  },
);

promise(
  'Empieza tu pago en tu cuenta: te da la referencia de diez números que va en la descripción de la transferencia.',
  { story: 'como-pagar#lead', tags: 'promise-ways-to-pay-and-our-accounts' },
  async () => {
    const payment = await startPayment(payments, await aDebtor(payments), { purpose: 'PAYOFF', method: 'MANUAL' });
    if (payment.action?.type !== 'TRANSFER') throw new Error('a transfer shows where it goes');
    const { reference } = payment.action;
    expect(reference.replace(/\D/g, '')).toMatch(/^\d{10}$/);
    expect(findPaymentReference(`PAGO ${reference} ANA`)).toBe(reference.replace(/\D/g, ''));
  },
);
