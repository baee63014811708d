import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf, withMinimumTime } from '../people-context.ts';
import { sendSignInCode as send } from '../sign-in.ts';

export function sendSignInCodeRoute(context: IdentityContext): Route<typeof sendSignInCode> {
  return {
    endpoint: sendSignInCode,
    answer: ({ body, context: c }) =>
      withMinimumTime(context, async () => {
        const sent = await send(context, body.identifier, originOf(context, c));
        if (sent.kind === 'limited') return tooManyRequests(sent.retryAfterSeconds);
        return { kind: 'ok', body: { challenge: sent.challenge }, headers: { 'Cache-Control': 'no-store' } };
      }),
  };
}
