import { signIn } from '#api/endpoints/people/sign-in.ts';
import { type Refusal, refused, tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { openedSession } from '../opened-session.ts';
import { type IdentityContext, originOf, withMinimumTime } from '../people-context.ts';
import { replacedBy } from '../session-gate.ts';
import { signIn as enter } from '../sign-in.ts';

/** Not 401, which would make the browser leave the page; the same for unknown people (domain 2.1.2). */
const WRONG: Refusal = {
  ...refused(400, 'invalid_credentials', 'The two do not belong together.'),
  fieldErrors: [{ field: 'password', code: 'mismatch' }],
  about: { factor: 'password' },
};

export function signInRoute(context: IdentityContext): Route<typeof signIn> {
  return {
    endpoint: signIn,
    answer: ({ body, request, context: c }) =>
      withMinimumTime(context, async () => {
        const replaces = await replacedBy(context, request);
        const outcome = await enter(context, body, originOf(context, c), replaces);
        switch (outcome.kind) {
          case 'session':
            return openedSession(outcome.opened, { factor: 'password' });
          case 'challenge':
            return {
              kind: 'ok',
              body: { challenge: outcome.challenge },
              headers: { 'Cache-Control': 'no-store' },
              about: { factor: 'password', outcome: 'more', challenge: outcome.challenge.id },
            };
          case 'wrong':
            return WRONG;
          case 'limited':
            return tooManyRequests(outcome.retryAfterSeconds);
        }
      }),
  };
}
