import type { Context } from 'hono';
import { callerOf } from '#server/kit/caller.ts';
import type { Clock } from '#server/kit/clock.ts';
import { cookieOf, siteCookie } from '#server/kit/cookies.ts';
import type { Database } from '#server/kit/db.ts';
import type { RateDecision, RateLimit, RateLimiter } from '#server/kit/rate-limit.ts';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/** The context of the endpoints for visitors without a session. */
export interface VisitorContext {
  readonly db: Database<Tables>;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly limit: RateLimit;
  readonly trustedProxies: number;
}

/** Ten calls a minute from one address to each endpoint (domain 2.4). */
export const VISITOR_LIMIT: RateLimit = { perMinute: 10, burst: 10 };

/** Rate limit of one endpoint; each endpoint has its own allowance. */
export function visitorLimit({ limiter, limit, trustedProxies }: VisitorContext, kind: string) {
  return async (c: Context): Promise<RateDecision> => limiter.take(`${kind} ${callerOf(c, trustedProxies)}`, limit);
}

const DEVICE_COOKIE = '__Host-did';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The device's own id from its cookie, if it has one. */
export function knownDeviceOf(request: Request): string | undefined {
  const known = cookieOf(request, DEVICE_COOKIE) ?? '';
  return UUID.test(known) ? known : undefined;
}

/** The device's own id from its cookie, or a new one; with the cookie that keeps it for a year from now. */
export function deviceOf(
  request: Request,
  { clock }: VisitorContext,
): { readonly deviceId: string; readonly cookie: string } {
  const deviceId = knownDeviceOf(request) ?? uuidv7(clock.now());
  const cookie = siteCookie(DEVICE_COOKIE, deviceId);
  return { deviceId, cookie };
}
