import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { makeVisitorDataRequest, type visitorRequestBody } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { VISITOR_REQUEST_LIMITS } from '#api/visitor-request-form.ts';
import type { Locale } from '#i18n/locale.ts';
import { sniff } from '#server/kit/attachments.ts';
import { callerOf } from '#server/kit/caller.ts';
import { invalidFields, type Refusal, tooManyRequests } from '#server/kit/errors.ts';
import { hasTooManyPixels } from '#server/kit/picture-size.ts';
import { isReadablePicture } from '#server/kit/readable-picture.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { type IdentityContext, originOf } from '#server/lending/people/people-context.ts';
import { takeAttempt, takeFromBucket } from '#server/lending/people/store/throttle-store.ts';
import { PICTURE_LIMIT, VISITOR_POSTING_LIMIT, VISITOR_REQUEST_LIMIT } from '#server/lending/people/throttles.ts';
import { askAsVisitor } from './ask-as-visitor.ts';
import type { IdentityFile } from './visitor-request-store.ts';

export function makeVisitorDataRequestRoute(context: IdentityContext): Route<typeof makeVisitorDataRequest> {
  return {
    endpoint: makeVisitorDataRequest,
    limit: (c) => takeTurn(context, c, 'visitor-data-request'),
    async answer({ body, context: c }) {
      const answer = await takeVisitorRequest(context, c, body, originOf(context, c).language);
      if (answer.kind === 'refused') return answer;
      const { id, dueDate } = answer;
      return { kind: 'ok', body: { id, dueDate }, headers: { 'Cache-Control': 'no-store' } };
    },
  };
}

const TURNS = { 'visitor-data-request': PICTURE_LIMIT, 'visitor-data-posted': VISITOR_POSTING_LIMIT } as const;

function takeTurn(context: IdentityContext, c: Context, scope: keyof typeof TURNS) {
  const key = callerOf(c, context.trustedProxies);
  return takeFromBucket(context.db.kysely, { scope, key, limit: TURNS[scope] }, context.clock.now());
}

/** Of a posted form, and, once its fields are right, of a request. */
export async function limitVisitor(
  context: IdentityContext,
  c: Context,
  scope: keyof typeof TURNS,
): Promise<Refusal | undefined> {
  const turn = await takeTurn(context, c, scope);
  return turn.kind === 'limited' ? tooManyRequests(turn.retryAfterSeconds) : undefined;
}

/** Checks the document and accepts the request, within the limit of a day, however it was sent. */
export async function takeVisitorRequest(
  context: IdentityContext,
  c: Context,
  body: z.output<typeof visitorRequestBody>,
  language: Locale,
): Promise<Awaited<ReturnType<typeof askAsVisitor>>> {
  const identity = await identityIn(body.identity);
  if (typeof identity === 'string') return invalidFields([{ field: 'identity', code: identity }]);
  const now = context.clock.now();
  const key = callerOf(c, context.trustedProxies);
  const ofDay = await takeAttempt(context.db.kysely, { scope: 'visitor-data-day', key, now }, VISITOR_REQUEST_LIMIT);
  if (ofDay.kind === 'limited') return tooManyRequests(ofDay.retryAfterSeconds);
  const { type, detail, documentType, documentNumber, firstName, lastName1, lastName2, email } = body;
  const lastNames = [lastName1, lastName2].filter(Boolean).join(' ');
  const asked = { detail, documentType, documentNumber, firstName, lastNames, email, language };
  return askAsVisitor(context, { kind: type, asked, identity });
}

async function identityIn(base64: string): Promise<IdentityFile | FieldCode> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > VISITOR_REQUEST_LIMITS.identityBytes) return 'too_large';
  const mediaType = sniff(bytes);
  if (!mediaType) return 'unsupported_type';
  if (await hasTooManyPixels(bytes, mediaType)) return 'too_large';
  if (mediaType !== 'application/pdf' && !(await isReadablePicture(bytes, mediaType))) return 'unreadable';
  return { bytes, mediaType };
}
