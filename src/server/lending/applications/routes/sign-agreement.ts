import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { originOf } from '#server/lending/people/people-context.ts';
import { knownDeviceOf } from '#server/lending/people/visitor.ts';
import { type SigningContext, signAgreement as sign } from '../sign-agreement.ts';

export function signAgreementRoute(context: SigningContext): Route<typeof signAgreement> {
  return {
    endpoint: signAgreement,
    answer: ({ body, request, client, context: c }) =>
      sign(context, { request, client, body, origin: originOf(context, c), deviceId: knownDeviceOf(request) }),
  };
}
