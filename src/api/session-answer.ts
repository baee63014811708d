/** The responses of the `/auth` calls that prove an identity (domain 2.1.2). */
import * as z from 'zod/mini';
import { REAUTH_METHODS, STEP_UP_PURPOSES } from './access.ts';
import { CLIENT_SCREENS } from './client-screens.ts';
import { anyNames } from './fields.ts';
import { means } from './means.ts';

export const nextScreen = z.strictObject({
  name: means('Name of the screen.', z.enum(CLIENT_SCREENS)),
  query: means('What goes into its address.', z.optional(anyNames(z.string()))),
});

/** Signed in. The two halves of the session are in cookies only. */
export const sessionAnswer = z.strictObject({
  expiresAt: means('When the session ends.', z.iso.datetime()),
  profileData: means(
    'What pages show of the client.',
    z.strictObject({
      firstName: means('Null until the application asked for it.', z.nullable(z.string())),
      paidLoanCount: means('Loans paid back in full.', z.int().check(z.nonnegative())),
    }),
  ),
  nextScreen: means('Where to go now.', nextScreen),
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
  id: means('Names it: the answer goes to /auth/challenges/{id}.', z.guid()),
  method: means('otp: a code. password: the password.', z.enum(REAUTH_METHODS)),
  channel: means('How the code goes.', z.optional(z.enum(CODE_CHANNELS))),
  maskedPhone: means('As much of the telephone as its owner recognises.', z.optional(z.string())),
  maskedEmail: means('As much of the mailbox the code went to as its owner recognises.', z.optional(z.string())),
  expiresInSec: means('For how long it is good, in seconds.', z.int()),
  resendInSec: means('From when another code may be asked for, in seconds.', z.optional(z.int())),
});
export type ChallengeBody = z.infer<typeof challenge>;

export const challengeAnswer = z.strictObject({
  challenge: means(
    'The proof that is asked for: a code that is on its way, or the password, which follows a code in a browser that is not known.',
    challenge,
  ),
});

/** The purpose of a proof. */
export const PROOFS = ['full', ...STEP_UP_PURPOSES] as const;
export const stepUpAnswer = z.strictObject({
  purpose: means(
    'What the session may do now; a purpose that needs password and code may need the other one still.',
    z.enum(PROOFS),
  ),
  expiresInSec: means('For how long it is good, in seconds.', z.int()),
});

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
