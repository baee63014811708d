/** Meanings of the fields of these calls; `../notes.ts` says how they are looked up. */
export const FIELD_NOTES: Readonly<Record<string, string>> = {};
