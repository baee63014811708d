import * as z from 'zod/mini';

/** Soles on the wire: a number with at most two decimals (domain 2.0). */
export const soles = () =>
  z
    .number()
    .check(z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 && Math.abs(value) < 1e12));

/**
 * An object with names that are not known here, such as a query. Not `z.record`, whose checks of each name would be half
 * a kilobyte on every page of the client area.
 */
export const anyNames = <Value extends z.ZodMiniType>(value: Value) => z.catchall(z.object({}), value);

/** `YYYY-MM-DD`. */
export const date = () => z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** A rate in percent with two decimals: 413.44. */
export const percent = () => z.number().check(z.nonnegative());

/** A loan's number: P-2026-0001234. */
export const loanNumber = () => z.string().check(z.regex(/^P-\d{4}-\d{7}$/));
