import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { refused } from '#server/kit/errors.ts';
import { answerRefusal } from '#server/kit/http.ts';
import { maskText } from '#server/kit/mask-text.ts';
import { noteSecurity } from '#server/kit/security-event.ts';

const NAME = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N} ._@-]{1,60}$/u;

/** Whether a request brings the operator token: `Authorization: Bearer <token>`, compared in constant time. */
export function isOperator(c: Context, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** Requires the operator token. */
export function operatorsOnly(token: string): MiddlewareHandler {
  return async (c, next) => {
    if (!isOperator(c, token)) {
      return answerRefusal(c, refused(401, 'unauthorized', 'An operator token is needed.'));
    }
    c.header('Cache-Control', 'no-store');
    noteSecurity(c, { staff: operatorName(c), what: `${c.req.method} ${maskText(c.req.path)}` });
    return next();
  };
}

/** The operator recorded when a request names none. */
export const UNNAMED_OPERATOR = 'operator';

/** The operator for the audit: `X-Operator`, percent-encoded when it is not ASCII. */
export function operatorName(c: Context): string {
  let name = c.req.header('x-operator') ?? '';
  try {
    name = decodeURIComponent(name);
  } catch {
    return UNNAMED_OPERATOR;
  }
  return NAME.test(name) ? name : UNNAMED_OPERATOR;
}
