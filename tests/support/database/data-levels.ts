/** Levels: what may be known of a value, and which people may know it (decision 0124). The strictest first. */
export const LEVELS = ['secret', 'sealed', 'personal', 'internal', 'open'] as const;
export type Level = (typeof LEVELS)[number];

/** Place where a client finds it in the export of their data, or why it is left out. */
export type Export = 'exportedAs' | 'notExported';
