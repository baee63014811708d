import { CONSENT_COOKIE, consentValue } from '#api/consent.ts';
import { recordConsent } from '#api/endpoints/clients/record-consent.ts';
import { callerOf } from '#server/kit/caller.ts';
import { siteCookie } from '#server/kit/cookies.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { appendConsent } from '#server/lending/people/store/consent-store.ts';
import { deviceOf, type VisitorContext, visitorLimit } from '#server/lending/people/visitor.ts';

/** Writes the decision into the ledger before setting the cookie: every cookie has a row that proves it. */
export function recordConsentRoute(context: VisitorContext): Route<typeof recordConsent> {
  return {
    endpoint: recordConsent,
    limit: visitorLimit(context, recordConsent.name),
    async answer({ body, request, context: c }) {
      const { deviceId, cookie } = deviceOf(request, context);
      const now = context.clock.now();
      const caller = callerOf(c, context.trustedProxies);
      const consentId = uuidv7(now);
      await appendConsent(context.db.kysely, { ...body, consentId, deviceId, caller, at: new Date(now) });
      const decision = siteCookie(CONSENT_COOKIE, consentValue(body.granted));
      return { kind: 'ok', body: { consentId }, headers: { 'Cache-Control': 'no-store' }, cookies: [decision, cookie] };
    },
  };
}
