/** Every life cycle is a table of states × events; what it lacks is refused, a state without events is final. */
export type TransitionTable<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

export type Move<State extends string> =
  | { readonly kind: 'moved'; readonly to: State }
  | { readonly kind: 'refused'; readonly reason: 'not-in-the-table' };

/** The state after an event, or a refusal when the table has no such row (invariant P23). */
export function move<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  from: State,
  event: Event,
): Move<State> {
  const to = table[from][event];
  return to === undefined ? { kind: 'refused', reason: 'not-in-the-table' } : { kind: 'moved', to };
}

/**
 * The event that leads from one state to another, if the table has one.
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

/** Whether a state is final. */
export function isTerminal<State extends string, Event extends string>(
  table: TransitionTable<State, Event>,
  state: State,
): boolean {
  return Object.keys(table[state]).length === 0;
}
