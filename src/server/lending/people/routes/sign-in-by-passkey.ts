import { signInByPasskey } from '#api/endpoints/people/sign-in-by-passkey.ts';
import { cookieOf } from '#server/kit/cookies.ts';
import { type Refusal, refused, tooManyRequests } from '#server/kit/errors.ts';
import { isAnswered } from '#server/kit/passkeys.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { openedSession } from '../opened-session.ts';
import { signInByPasskey as enter } from '../passkeys/passkey-sign-in.ts';
import { type IdentityContext, originOf } from '../people-context.ts';
import { replacedBy } from '../session-gate.ts';
import { PASSKEY_COOKIE } from './start-passkey-sign-in.ts';

/** Not 401, which would make the browser leave the page; the same for a closed account and one of nobody. */
const WRONG: Refusal = {
  ...refused(422, 'passkey_refused', 'This passkey opens nothing, or its dialog was open for too long.'),
  about: { factor: 'passkey' },
};
const WAITS: Refusal = {
  ...refused(409, 'passkey_waits', 'This passkey counts a day after it was added.'),
  about: { factor: 'passkey' },
};

export function signInByPasskeyRoute(context: IdentityContext): Route<typeof signInByPasskey> {
  return {
    endpoint: signInByPasskey,
    async answer({ body: { credential }, request, context: c }) {
      const browser = cookieOf(request, PASSKEY_COOKIE);
      if (browser === undefined || !isAnswered(credential)) return WRONG;
      const replaces = await replacedBy(context, request);
      const outcome = await enter(context, { credential, browser }, originOf(context, c), replaces);
      switch (outcome.kind) {
        case 'session':
          return openedSession(outcome.opened, { factor: 'passkey' });
        case 'waits':
          return WAITS;
        case 'wrong':
          return WRONG;
        case 'limited':
          return tooManyRequests(outcome.retryAfterSeconds);
      }
    },
  };
}
