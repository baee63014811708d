import { ILLEGAL_TRANSITION } from '../application-body.ts';
import { endpoint } from '../endpoint.ts';
import { challengeAnswer, challengeExample } from '../session-answer.ts';

export const sendAgreementCode = endpoint({
  name: 'send-agreement-code',
  method: 'POST',
  path: '/api/v1/application/agreement/otp',
  summary: 'Sends the code that signs the papers to the client’s telephone. A new code takes the old one’s place.',
  access: 'full',
  successStatus: 201,
  response: challengeAnswer,
  refusals: [ILLEGAL_TRANSITION],
  examples: [{ title: 'a code by SMS', response: challengeExample }],
});
