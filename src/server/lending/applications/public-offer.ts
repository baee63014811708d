import type { Context } from 'hono';
import { callerOf } from '#server/kit/caller.ts';
import type { RateDecision, RateLimiter } from '#server/kit/rate-limit.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import type { ParameterSource } from '#server/lending/parameters/parameter-source.ts';

/** The services shared by the calls that a visitor makes without signing in. */
export interface PublicOfferContext extends Pick<LendingContext, 'db' | 'clock'> {
  readonly parameters: ParameterSource;
  readonly limiter: RateLimiter;
  readonly trustedProxies: number;
}

/** Both calls of the calculator draw on one allowance per caller, set by the parameter `rate_limit public-offer`. */
export function publicOfferLimit({ parameters, limiter, trustedProxies }: PublicOfferContext) {
  return async (c: Context): Promise<RateDecision> =>
    limiter.take(callerOf(c, trustedProxies), (await parameters.inForce()).publicOfferLimit);
}
