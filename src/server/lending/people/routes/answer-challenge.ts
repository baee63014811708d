import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { tooManyRequests } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { proveChallenge, STEP_UP_MS } from '../answer-challenge.ts';
import { openedSession } from '../opened-session.ts';
import { type IdentityContext, originOf, withMinimumTime } from '../people-context.ts';
import { refusedProof } from '../refused-proof.ts';
import { sessionOf } from '../session-gate.ts';

export function answerChallengeRoute(context: IdentityContext): Route<typeof answerChallenge> {
  return {
    endpoint: answerChallenge,
    async answer({ params, body, request, context: c }) {
      const { code, password, trustDevice = false } = body;
      const factor = password === undefined ? ('code' as const) : ('password' as const);
      const by = { origin: originOf(context, c), session: await sessionOf(context, request) };
      const prove = () => proveChallenge(context, params.id, { code, password, trustDevice }, by);
      // Without a session the challenge may be nobody's, and how long the answer takes must not tell it.
      const proven = by.session ? await prove() : await withMinimumTime(context, prove);
      switch (proven.kind) {
        case 'challenge':
          return { kind: 'ok', body: { challenge: proven.challenge }, headers: { 'Cache-Control': 'no-store' } };
        case 'session':
          return openedSession(proven.opened, { challenge: params.id, factor });
        case 'step-up': {
          const { purpose, cookies } = proven;
          const headers = { 'Cache-Control': 'no-store' };
          const about = { challenge: params.id, factor, ...(by.session && { person: by.session.personId }) };
          return { kind: 'ok', body: { purpose, expiresInSec: STEP_UP_MS / 1000 }, headers, cookies, about };
        }
        case 'limited':
          return tooManyRequests(proven.retryAfterSeconds);
        case 'refused':
          return {
            ...refusedProof(proven.because, proven.field, 'challenge_over'),
            about: { challenge: params.id, factor },
          };
      }
    },
  };
}
