import type { Kysely } from 'kysely';
import { type Clock, createClock } from '#server/kit/clock.ts';
import type { Tables } from '#server/kit/tables.ts';
import { addOffsetDays, readOffsetDays } from './sandbox-clock-store.ts';

/** A clock whose business date can be moved ahead, for all instances that share the database. */
export interface SandboxClock extends Clock {
  /** Moves the business date; instants stay real (design §8). @returns the new business date */
  advance(days: number): Promise<string>;
  /** Reads a move made by another instance. */
  refresh(): Promise<void>;
}

/** The largest move: a typing error must not close a century of business dates. */
export const MAX_ADVANCE_DAYS = 400;

export async function createSandboxClock(db: Kysely<Tables>, now: () => number = Date.now): Promise<SandboxClock> {
  let offset = await readOffsetDays(db);
  const clock = createClock({ now, offsetDays: () => offset });
  return {
    ...clock,
    async advance(days) {
      offset = await addOffsetDays(db, days);
      return clock.businessDate();
    },
    async refresh() {
      offset = await readOffsetDays(db);
    },
  };
}
