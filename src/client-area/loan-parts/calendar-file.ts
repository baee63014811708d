/** A due date as a calendar keeps it. */
export interface CalendarDay {
  /** Name of this due date in every file about it, so that a later file replaces it. */
  readonly uid: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly summary: string;
  readonly description: string;
  /** The words of a reminder; a day without them has none. */
  readonly reminder?: string | undefined;
}

interface File {
  readonly maker: string;
  readonly days: readonly CalendarDay[];
  readonly nowMs: number;
}

/** Octets of a line without its end (RFC 5545, 3.1). */
const LINE_OCTETS = 75;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Three days before, at nine in the morning: a day begins at midnight. */
const REMINDER = '-P2DT15H';

/**
 * Writes whole days as a calendar file (RFC 5545). A calendar that has them already takes the later file's: the same
 * UID, a higher sequence.
 */
export function calendarFile({ maker, days, nowMs }: File): string {
  const stamp = `${new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const sequence = Math.floor(nowMs / MINUTE_MS);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${textValue(maker)}//NONSGML//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...days.flatMap((day) => eventLines(day, [`DTSTAMP:${stamp}`, `SEQUENCE:${sequence}`])),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines({ uid, date, summary, description, reminder }: CalendarDay, version: readonly string[]): string[] {
  const next = new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);
  const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:${REMINDER}`];
  return [
    'BEGIN:VEVENT',
    `UID:${textValue(uid)}`,
    ...version,
    `DTSTART;VALUE=DATE:${dateValue(date)}`,
    `DTEND;VALUE=DATE:${dateValue(next)}`,
    `SUMMARY:${textValue(summary)}`,
    `DESCRIPTION:${textValue(description)}`,
    // The client is not busy on that day.
    'TRANSP:TRANSPARENT',
    ...(reminder ? [...alarm, `DESCRIPTION:${textValue(reminder)}`, 'END:VALARM'] : []),
    'END:VEVENT',
  ];
}

function dateValue(date: string): string {
  return date.replaceAll('-', '');
}

function textValue(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n');
}

/** Folds a line between characters, never within one. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  let text = '';
  for (const character of line) {
    const more = encoder.encode(character).length;
    const isFull = octets + more > LINE_OCTETS;
    // The space that begins the next line counts.
    octets = isFull ? more + 1 : octets + more;
    text += isFull ? `\r\n ${character}` : character;
  }
  return text;
}
