import { environment } from './environment.ts';

/** Peru keeps UTC−5 all year, so the business date needs no time zone data. */
const LIMA_OFFSET_MS = 5 * 3_600_000;

/** Gives today's date in Lima, `YYYY-MM-DD`. */
export function limaToday(): string {
  return new Date(environment().nowMs() - LIMA_OFFSET_MS).toISOString().slice(0, 10);
}
