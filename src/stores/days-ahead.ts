const DAY_MS = 86_400_000;

/** Days by which the sandbox's business date is ahead of real time: the header `X-Days-Ahead` of the last answer. */
let days = 0;

export function noteDaysAhead({ headers }: Response): void {
  days = Number(headers.get('x-days-ahead') ?? 0);
}

/**
 * Moves an instant to the calendar of the business date, in milliseconds: instants themselves stay real (design §8).
 */
export function onMovedCalendar(instant: string): number {
  return Date.parse(instant) + days * DAY_MS;
}
