import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { answerByChannel } from '#api/marketing-answer.ts';
import { tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { maskedPhone } from '../masks.ts';
import { registrationTextVersion } from '../messages/shown-words.ts';
import { type IdentityContext, originOf, withMinimumTime } from '../people-context.ts';
import { startRegistration as start } from '../register.ts';
import { CODE_SECONDS, RESEND_SECONDS } from '../send-code.ts';

export function startRegistrationRoute(context: IdentityContext): Route<typeof startRegistration> {
  return {
    endpoint: startRegistration,
    answer: ({ body, context: c }) =>
      withMinimumTime(context, async () => {
        const origin = originOf(context, c);
        const { documentType, documentNumber, phone, email } = body;
        const { language } = origin;
        const { textVersion = registrationTextVersion(language) } = body;
        const marketing = answerByChannel(body);
        const typed = { documentType, documentNumber, phone, email, marketing, textVersion, language };
        const started = await start(context, typed, origin);
        if (started.kind === 'limited') return tooManyRequests(started.retryAfterSeconds);
        return {
          kind: 'ok',
          body: {
            registrationId: started.registrationId,
            channel: 'SMS',
            maskedPhone: maskedPhone(phone),
            resendInSec: RESEND_SECONDS,
            expiresInSec: CODE_SECONDS,
          },
          headers: NO_STORE,
        };
      }),
  };
}

const NO_STORE = { 'Cache-Control': 'no-store' };
