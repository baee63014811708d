import { resendRegistrationCode } from '#api/endpoints/people/resend-registration-code.ts';
import { invalidFields, notFound, refused, tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf, withMinimumTime } from '../people-context.ts';
import { resendRegistrationCode as resend } from '../register.ts';
import { CODE_SECONDS, RESEND_SECONDS } from '../send-code.ts';

export function resendRegistrationCodeRoute(context: IdentityContext): Route<typeof resendRegistrationCode> {
  return {
    endpoint: resendRegistrationCode,
    async answer({ params, body, context: c }) {
      const asked = { id: params.id, channel: body.channel };
      // How long it takes does not reveal that the telephone has had enough codes, which is then not told.
      const resent = await withMinimumTime(context, () => resend(context, asked, originOf(context, c)));
      switch (resent.kind) {
        case 'sent':
          return { kind: 'ok', body: { resendInSec: RESEND_SECONDS, expiresInSec: CODE_SECONDS }, headers: {} };
        case 'too-early':
          return refused(409, 'too_early', 'A code was sent less than a minute ago.');
        case 'channel-not-allowed':
          return invalidFields([{ field: 'channel', code: 'not_allowed' }]);
        case 'not-there':
          return notFound();
        case 'limited':
          return tooManyRequests(resent.retryAfterSeconds);
      }
    },
  };
}
