import { applicationOffer, NO_APPLICATION } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';

export const getApplicationOffer = endpoint({
  name: 'get-application-offer',
  method: 'GET',
  path: '/api/v1/application/offer',
  summary: 'What the client was approved for, priced, with what may be changed about it and until when it stands.',
  access: 'full',
  response: applicationOffer,
  refusals: [NO_APPLICATION, { status: 410, code: 'offer_expired' }],
  examples: [
    {
      title: 'S/ 500 for 30 days (EX1)',
      response: {
        offer: {
          principal: 500,
          total: 573.03,
          dueDate: '2026-02-14',
          totalFees: 61.89,
          totalFeesWithoutDiscount: 64.89,
          totalFeesWithoutDiscountWithVat: 76.57,
          totalVat: 11.14,
          fees: {
            interestFee: { net: 31.89, discount: 0, afterDiscount: 31.89 },
            techFee: { net: 15, discount: 3, afterDiscount: 12 },
            adminFee: { net: 10, discount: 0, afterDiscount: 10 },
            acceleratedAcceptanceFee: { net: 8, discount: 0, afterDiscount: 8 },
          },
          tea: 110,
          tcea: 413.44,
          tceaExclVat: 305.67,
        },
        offerId: '019bc1b5-3f00-7000-8000-000000000040',
        selection: { productType: 'SINGLE_PAY', productId: 1, amount: 500, term: 30 },
        validUntil: '2026-01-18T17:00:00.000Z',
        approved: {
          minAmount: 100,
          maxAmount: 500,
          terms: [7, 14, 30],
          limits: [
            { term: 7, maxAmount: 500 },
            { term: 14, maxAmount: 500 },
            { term: 30, maxAmount: 500 },
          ],
        },
      },
    },
  ],
});
