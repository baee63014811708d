import type { CheckKind } from '#loan/requirements.ts';
import { NoAnswer } from '../no-answer.ts';

/** An applicant as they wrote themselves down, with the document that was verified at registration. */
export interface CheckedPerson {
  readonly documentType: string;
  readonly documentNumber: string;
  readonly firstName: string;
  readonly lastName1: string;
  readonly lastName2?: string | undefined;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
}

export type CheckQuestion =
  /** Asks whether the document, the name and the birth date are one person's. */
  | { readonly kind: 'identity'; readonly person: CheckedPerson }
  /** Asks whether the account is theirs; the CCI has 20 digits. */
  | { readonly kind: 'account-holder'; readonly person: CheckedPerson; readonly cci: string }
  /** Asks how they pay elsewhere. */
  | { readonly kind: 'bureau'; readonly person: CheckedPerson };

/** A debtor's class as lenders report it: 0 normal, 1 potential problems, 2 deficient, 3 doubtful, 4 loss. */
export const BUREAU_CATEGORIES = [0, 1, 2, 3, 4] as const;
export type BureauCategory = (typeof BUREAU_CATEGORIES)[number];

/** Answer to a check; `NOT_FOUND`: no such document or account, or of a bureau nobody has reported about them. */
export type CheckOutcome =
  | { readonly outcome: 'MATCH' }
  | { readonly outcome: 'MISMATCH' }
  | { readonly outcome: 'NOT_FOUND' }
  /** Of a bureau: the worst category they are in. */
  | { readonly outcome: 'REPORT'; readonly category: BureauCategory };

export type CheckAnswer = CheckOutcome & {
  /** The provider's number of this answer. */
  readonly reference: string;
};

/** The provider that is asked about applicants. */
export interface Checks {
  /** Their name in contract and screens; empty without a provider. */
  readonly provider: string;
  /** Checks that they answer. */
  readonly kinds: ReadonlySet<CheckKind>;
  /**
   * Puts a question to the provider.
   * @param key must be the same for the same question: asked again, it is one question and costs once
   * @throws NoAnswer whenever it is not known what they say; that never counts as a no
   */
  ask(question: CheckQuestion, key: string): Promise<CheckAnswer>;
}

/** Without a provider: every check is unavailable. */
export const noChecks: Checks = {
  provider: '',
  kinds: new Set(),
  ask: ({ kind }) => Promise.reject(new NoAnswer(`check of ${kind}: no provider`, { mayHaveHappened: false })),
};
