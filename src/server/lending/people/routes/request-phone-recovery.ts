import { requestPhoneRecovery } from '#api/endpoints/people/request-phone-recovery.ts';
import { documentTypeOf } from '#api/field-rules/document-type.ts';
import { tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf, withMinimumTime } from '../people-context.ts';
import { RECOVERY_LINK_MS, requestPhoneRecovery as request } from '../recover-phone.ts';

export function requestPhoneRecoveryRoute(context: IdentityContext): Route<typeof requestPhoneRecovery> {
  return {
    endpoint: requestPhoneRecovery,
    answer: ({ body, context: c }) =>
      withMinimumTime(context, async () => {
        const { documentType = documentTypeOf(body.documentNumber) } = body;
        const done = await request(context, { ...body, documentType }, originOf(context, c));
        if (done.kind === 'limited') return tooManyRequests(done.retryAfterSeconds);
        const headers = { 'Cache-Control': 'no-store' };
        return { kind: 'ok', body: { expiresInSec: RECOVERY_LINK_MS / 1000 }, headers };
      }),
  };
}
