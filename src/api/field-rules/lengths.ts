/**
 * Lengths in a file of their own, because signing in checks nothing else and does not need the rules that have them.
 */
export const EMAIL_MAX = 254;

export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

/** Counts visible characters: 𝒜 and an emoji count as one. */
export function lengthOf(text: string): number {
  return [...text].length;
}
