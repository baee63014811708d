import type { LendingContext } from '#server/lending/parameters/lending-context.ts';

/** The services that the arrangements of a loan share. */
export type ArrangementContext = Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'log' | 'parameters' | 'vault'>;
