/**
 * A life cycle (of a loan, a plan, an extension, a payment) as one table of states × events. Transitions that are not
 * in the table are refused; a state without events is final.
 */
export type TransitionTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

export type Move<State extends string> =
  | { readonly kind: 'moved'; readonly to: State }
  | { readonly kind: 'refused'; readonly reason: 'not-in-the-table' };

/** Gives the state after an event, or a refusal when the table has no such row (invariant P23). */
export function move<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  from: State,
  event: Event,
): Move<State> {
  const to = table[from][event];
  return to === undefined ? { kind: 'refused', reason: 'not-in-the-table' } : { kind: 'moved', to };
}

/**
 * Finds the event that leads from one state to another, if the table has one.
 * @internal
 */
export function eventBetween<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  from: State,
  to: State,
): Event | undefined {
  const rows = Object.entries(table[from]) as [Event, State][];
  return rows.find(([, target]) => target === to)?.[0];
}

/** Tells whether a state is final. */
export function isTerminal<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  state: State,
): boolean {
  return Object.keys(table[state]).length === 0;
}
