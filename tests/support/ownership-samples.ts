import { uuidv7 } from '#server/kit/uuid.ts';
import { type Borrower, signIn } from './borrower.ts';
import type { TestLending } from './lending-app.ts';

/** The values of a path's braces, and what else a call needs to get as far as looking for them. */
export interface OwnershipSample {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Something that belongs to `owner`, and the same call for something that does not exist. */
export type OwnershipSamples = (
  lending: TestLending,
  owner: Borrower,
) => Promise<{ readonly theirs: OwnershipSample; readonly nobodys: OwnershipSample }>;

/**
 * For every protected endpoint with braces in its path: "not yours" is "not there", byte for byte (domain 2.0). The
 * authorisation test fails for an endpoint that has no entry here.
 */
export const OWNERSHIP_SAMPLES: Readonly<Record<string, OwnershipSamples>> = {
  'revoke-session': async (lending, owner) => {
    const { sessionId } = await signIn(lending, owner.personId);
    return { theirs: { params: { id: sessionId } }, nobodys: { params: { id: uuidv7() } } };
  },
};
