/** What the calls that let somebody in have in common (domain 2.1.2). */
import * as z from 'zod/mini';
import { isScreenName, type ScreenName } from './screens.ts';

export const nextScreenBody = z.strictObject({
  name: z.custom<ScreenName>((name) => typeof name === 'string' && isScreenName(name)),
  query: z.optional(z.record(z.string(), z.string())),
});

/** A session has begun; its cookies came with the answer. */
export const sessionBegun = z.strictObject({
  expiresAt: z.string(),
  profileData: z.strictObject({ firstName: z.nullable(z.string()), paidLoanCount: z.int() }),
  nextScreen: nextScreenBody,
});
export type SessionBegun = z.infer<typeof sessionBegun>;

/** A code is on its way. */
export const challengeBody = z.strictObject({
  id: z.string(),
  channel: z.enum(['SMS', 'VOICE', 'WHATSAPP']),
  maskedPhone: z.nullable(z.string()),
  expiresInSec: z.int(),
  resendInSec: z.int(),
});
export type Challenge = z.infer<typeof challengeBody>;
