import { APPLICATION_OFFER_EXAMPLE, applicationOffer } from '#api/application-body.ts';
import { endpoint } from '#api/endpoint.ts';

export const getApplicationOffer = endpoint({
  name: 'get-application-offer',
  method: 'GET',
  path: '/api/v1/application/offer',
  summary: 'What the client was approved for, priced, with what may be changed about it and until when it stands.',
  access: 'full',
  response: applicationOffer,
  refusals: ['not_found', 'offer_expired'],
  examples: [
    {
      title: 'S/ 500 for 30 days (EX1)',
      response: APPLICATION_OFFER_EXAMPLE,
    },
  ],
});
