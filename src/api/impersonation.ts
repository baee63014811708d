/** The rights of support staff in a client's account: read only, or also fill in drafts. */
export const IMPERSONATION_MODES = ['READ_ONLY', 'ASSIST'] as const;
export type ImpersonationMode = (typeof IMPERSONATION_MODES)[number];
