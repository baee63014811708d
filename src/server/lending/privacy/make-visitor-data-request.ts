import { MAX_IDENTITY_BYTES, makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { sniff } from '#server/kit/attachments.ts';
import { callerOf } from '#server/kit/caller.ts';
import { invalidFields, tooManyRequests } from '#server/kit/errors.ts';
import { hasTooManyPixels } from '#server/kit/picture-size.ts';
import { isReadablePicture } from '#server/kit/readable-picture.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '#server/lending/people/people-context.ts';
import { takeAttempt, takeFromBucket } from '#server/lending/people/store/throttle-store.ts';
import { PICTURE_LIMIT, VISITOR_REQUEST_LIMIT } from '#server/lending/people/throttles.ts';
import { askAsVisitor } from './ask-as-visitor.ts';
import type { IdentityFile } from './visitor-request-store.ts';

export function makeVisitorDataRequestRoute(context: IdentityContext): Route<typeof makeVisitorDataRequest> {
  return {
    endpoint: makeVisitorDataRequest,
    limit: (c) => {
      const key = callerOf(c, context.trustedProxies);
      const call = { scope: 'visitor-data-request', key, limit: PICTURE_LIMIT } as const;
      return takeFromBucket(context.db.kysely, call, context.clock.now());
    },
    async answer({ body, context: c }) {
      const identity = await identityIn(body.identity);
      if (typeof identity === 'string') return invalidFields([{ field: 'identity', code: identity }]);
      const now = context.clock.now();
      const key = callerOf(c, context.trustedProxies);
      const ofDay = await takeAttempt(
        context.db.kysely,
        { scope: 'visitor-data-day', key, now },
        VISITOR_REQUEST_LIMIT,
      );
      if (ofDay.kind === 'limited') return tooManyRequests(ofDay.retryAfterSeconds);
      const { type, detail, documentType, documentNumber, firstName, lastName1, lastName2, email } = body;
      const lastNames = [lastName1, lastName2].filter(Boolean).join(' ');
      const { language } = originOf(context, c);
      const asked = { detail, documentType, documentNumber, firstName, lastNames, email, language };
      const answer = await askAsVisitor(context, { kind: type, asked, identity });
      if (answer.kind === 'refused') return answer;
      const { id, dueDate } = answer;
      return { kind: 'ok', body: { id, dueDate }, headers: { 'Cache-Control': 'no-store' } };
    },
  };
}

async function identityIn(base64: string): Promise<IdentityFile | FieldCode> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_IDENTITY_BYTES) return 'too_large';
  const mediaType = sniff(bytes);
  if (!mediaType) return 'unsupported_type';
  if (hasTooManyPixels(bytes, mediaType)) return 'too_large';
  if (mediaType !== 'application/pdf' && !(await isReadablePicture(bytes, mediaType))) return 'unreadable';
  return { bytes, mediaType };
}
