import { sendResetCode } from '#api/endpoints/people/send-reset-code.ts';
import { refused, tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { sendResetCode as send } from '../change-password.ts';
import { type IdentityContext, originOf } from '../people-context.ts';

export function sendResetCodeRoute(context: IdentityContext): Route<typeof sendResetCode> {
  return {
    endpoint: sendResetCode,
    async answer({ body, context: c }) {
      const sent = await send(context, body.token, originOf(context, c));
      if (sent.kind === 'limited') return tooManyRequests(sent.retryAfterSeconds);
      if (sent.kind === 'over') return refused(410, 'link_over', 'This link was used, or is too old.');
      return { kind: 'ok', body: { challenge: sent.challenge }, headers: { 'Cache-Control': 'no-store' } };
    },
  };
}
