import { describe, expect, test } from 'vitest';
import { type CalendarDay, calendarFile } from '#client-area/loan-parts/calendar-file.ts';
import { readCalendar } from '#tests/support/browser/calendar-reader.ts';

const DAY: CalendarDay = {
  uid: 'P-2026-0000001-1@manay.example',
  date: '2026-12-31',
  summary: 'Mañay: pagar S/\u00a01.234,56; cuota 1, de 12',
  description: 'Préstamo P-2026-0000001. Vence el jueves 31/12/2026.\nRuta C:\\cuotas',
  reminder: `En 3 días vence tu pago ${'de S/\u00a01.234,56 '.repeat(12)}`,
};
const NOW_MS = Date.parse('2026-11-29T19:30:15.250Z');
const fileOf = (days: readonly CalendarDay[], nowMs = NOW_MS) => calendarFile({ maker: 'Mañay', days, nowMs });

describe('a calendar file', () => {
  const [event, ...more] = readCalendar(fileOf([DAY])).events;

  test('holds a whole day, whose end is the next one', () => {
    expect(more).toEqual([]);
    expect(event?.fields).toMatchObject({ 'DTSTART;VALUE=DATE': '20261231', 'DTEND;VALUE=DATE': '20270101' });
    expect(event?.fields).toMatchObject({ DTSTAMP: '20261129T193015Z', TRANSP: 'TRANSPARENT' });
  });

  test('gives words back as they were, with commas, semicolons, line ends and folded lines', () => {
    const { uid: UID, summary: SUMMARY, description: DESCRIPTION } = DAY;
    expect(event?.fields).toMatchObject({ UID, SUMMARY, DESCRIPTION });
    expect(event?.alarms).toEqual([{ ACTION: 'DISPLAY', TRIGGER: '-P2DT15H', DESCRIPTION: DAY.reminder }]);
  });

  test('reminds of nothing where nothing is due', () => {
    const { reminder: _, ...paid } = DAY;
    expect(readCalendar(fileOf([paid])).events[0]?.alarms).toEqual([]);
  });

  test('made later replaces the earlier one: the same names, a higher sequence', () => {
    const later = readCalendar(fileOf([{ ...DAY, date: '2027-01-30' }], NOW_MS + 90_000)).events[0];
    expect(later?.fields['UID']).toBe(event?.fields['UID']);
    expect(Number(later?.fields['SEQUENCE'])).toBeGreaterThan(Number(event?.fields['SEQUENCE']));
  });

  test('says what it is, and by whom', () => {
    expect(readCalendar(fileOf([])).fields).toEqual({
      VERSION: '2.0',
      PRODID: '-//Mañay//NONSGML//EN',
      CALSCALE: 'GREGORIAN',
      METHOD: 'PUBLISH',
    });
  });
});
