/** Lengths by themselves: signing in checks no more, and needs none of the rules that have them. */
export const EMAIL_MAX = 254;

export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

/** The number of visible characters: 𝒜 and an emoji count as one. */
export function lengthOf(text: string): number {
  return [...text].length;
}
