/** The responses of the `/auth` calls that prove an identity (domain 2.1.2). */
import * as z from 'zod/mini';
import { REAUTH_METHODS, STEP_UP_PURPOSES } from './access.ts';
import { CLIENT_SCREENS } from './client-screens.ts';

export const nextScreen = z.strictObject({
  name: z.enum(CLIENT_SCREENS),
  query: z.optional(z.record(z.string(), z.string())),
});

/** Signed in. The two halves of the session are in cookies only. */
export const sessionAnswer = z.strictObject({
  expiresAt: z.iso.datetime(),
  profileData: z.strictObject({
    firstName: z.nullable(z.string()),
    paidLoanCount: z.int().check(z.nonnegative()),
  }),
  nextScreen,
});
/** The answer as the server creates it. */
export interface SessionAnswer {
  readonly expiresAt: string;
  readonly profileData: { readonly firstName: string | null; readonly paidLoanCount: number };
  readonly nextScreen: {
    readonly name: (typeof CLIENT_SCREENS)[number];
    readonly query?: Readonly<Record<string, string>>;
  };
}

export const CODE_CHANNELS = ['SMS', 'VOICE', 'WHATSAPP', 'EMAIL'] as const;

/** A proof is required: it is sent to `POST /auth/challenges/{id}`. */
export const challenge = z.strictObject({
  id: z.guid(),
  method: z.enum(REAUTH_METHODS),
  channel: z.optional(z.enum(CODE_CHANNELS)),
  /** Omitted where it would reveal whether somebody has an account. */
  maskedPhone: z.optional(z.string()),
  maskedEmail: z.optional(z.string()),
  expiresInSec: z.int(),
  resendInSec: z.optional(z.int()),
});
export type ChallengeBody = z.infer<typeof challenge>;

export const challengeAnswer = z.strictObject({ challenge });

/** The purpose of a proof. */
export const PROOFS = ['full', ...STEP_UP_PURPOSES] as const;
export const stepUpAnswer = z.strictObject({ purpose: z.enum(PROOFS), expiresInSec: z.int() });

export const sessionExample: SessionAnswer = {
  expiresAt: '2026-02-14T17:00:00.000Z',
  profileData: { firstName: 'Ana', paidLoanCount: 0 },
  nextScreen: { name: 'calculator' },
};
export const challengeExample: { readonly challenge: ChallengeBody } = {
  challenge: {
    id: '019bc299-8680-7216-b705-1c72d896152a',
    method: 'otp',
    channel: 'SMS',
    maskedPhone: '+51 9•• ••• 321',
    expiresInSec: 300,
    resendInSec: 60,
  },
};
