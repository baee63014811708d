import type { ApplicationEvent, EventActor, IllegalTransition } from '#loan/application.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Trx } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';
import type { ApplicationChange, StoredApplication } from './store/application-store.ts';

/** The actor: `client`, `engine`, `clock`, `bank`, or one of the staff by name. */
export type Actor = Exclude<EventActor, 'staff'> | { readonly operator: string };

export interface Cause {
  readonly actor: Actor;
  /** Codes and amounts for the history; never a person's data. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Columns that change with it. */
  readonly change?: ApplicationChange;
}

/** The newest application of a client, locked in the current transaction, with every due event written. */
export interface LockedApplication {
  readonly trx: Trx;
  readonly personId: string;
  readonly today: CalendarDate;
  /** The lender's instant (`lenderNow`): of everything this transaction writes. */
  readonly now: number;
  /** Real time, in which messages wait and leave. */
  readonly realNow: number;
  /** The client's own seal. */
  readonly seal: Seal;
  /** The application after everything caused so far; undefined for a client who has never applied. */
  readonly application: StoredApplication | undefined;
  /** Moves the application by its table, or says why not; then nothing is written. */
  cause(event: ApplicationEvent, cause: Cause): Promise<IllegalTransition | undefined>;
  /** Changes columns without moving; the version counts it. */
  change(change: ApplicationChange): Promise<void>;
}
