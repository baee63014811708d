import { endpoint } from '#api/endpoint.ts';
import { challengeAnswer, challengeExample } from '#api/session-answer.ts';

export const sendAgreementCode = endpoint({
  name: 'send-agreement-code',
  method: 'POST',
  path: '/api/v1/application/agreement/otp',
  summary:
    'Sends the code that signs the agreement to the client’s telephone; a new code takes the place of the old one.',
  access: 'full',
  successStatus: 202,
  response: challengeAnswer,
  refusals: ['illegal_transition'],
  examples: [{ title: 'a code is on its way', response: challengeExample }],
});
