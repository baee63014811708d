import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#loan/calendar.ts';
import {
  CLOSES_AT_MINUTE,
  CONTACT_CHANNELS,
  type ContactPlan,
  type ContactSituation,
  contactRefusal,
  MAX_CALLS_A_WEEK,
  MESSAGE_PURPOSES,
  type Moment,
  nextContactHours,
  OPENS_AT_MINUTE,
  PAUSE_REASONS,
  sendingMoment,
} from '#loan/contact-hours.ts';
import { forAll } from '#tests/support/for-all.ts';
import { BANK_CALENDAR, date, isHoliday } from '#tests/support/loan/loans.ts';

/** `2026-01-16 19:59` in Lima. */
function at(text: string): Moment {
  const [day = '', time = ''] = text.split(' ');
  return { date: date(day), minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
}

const call = (when: string): ContactPlan => ({ channel: 'CALL', recipient: 'CLIENT', at: at(when) });
const NOTHING: ContactSituation = { pauses: [], contactDates: [] };
const called = (...dates: string[]): ContactSituation => ({ pauses: [], contactDates: dates.map(date) });

describe('collections may call or visit', () => {
  test.each([
    ['2026-01-16 07:00', NOTHING, undefined],
    ['2026-01-16 06:59', NOTHING, 'night'],
    ['2026-01-16 19:59', NOTHING, undefined],
    ['2026-01-16 20:00', NOTHING, 'night'],
    ['2026-01-17 10:00', NOTHING, 'weekend'],
    ['2026-01-18 10:00', NOTHING, 'weekend'],
    ['2026-07-28 10:00', NOTHING, 'holiday'],
    ['2026-01-16 10:00', called('2026-01-16'), 'daily-limit'],
    ['2026-01-16 10:00', called('2026-01-12', '2026-01-13', '2026-01-14'), 'weekly-limit'],
    ['2026-01-19 10:00', called('2026-01-12', '2026-01-13', '2026-01-14'), undefined],
    ['2026-01-16 10:00', called('2026-01-12', '2026-01-13'), undefined],
  ] as const)('on %s after %o: %s', (when, situation, expected) => {
    expect(contactRefusal(call(when), situation, isHoliday)).toBe(expected);
  });

  test('the client and nobody else, at whatever hour', () => {
    const plan = { ...call('2026-01-16 10:00'), recipient: 'THIRD_PARTY' } as const;
    expect(contactRefusal(plan, NOTHING, isHoliday)).toBe('third-party');
  });

  test.each(PAUSE_REASONS)('nobody while there is an open %s', { tags: 'promise-when-we-call-and-write' }, (reason) => {
    const situation = { ...NOTHING, pauses: [reason] };
    expect(contactRefusal(call('2026-01-16 10:00'), situation, isHoliday)).toBe('paused');
  });

  test('whatever they try all year: never at night, at a weekend or on a holiday, never twice a day or a fourth time in a week', {
    tags: 'promise-when-we-call-and-write',
  }, () => {
    const attempt = fc.record({
      channel: fc.constantFrom(...CONTACT_CHANNELS),
      day: fc.nat(364),
      minute: fc.nat(1439),
    });
    forAll(800, [fc.array(attempt, { maxLength: 400 })], (attempts) => {
      const made: Moment[] = [];
      for (const { channel, day, minute } of attempts.sort((a, b) => a.day - b.day || a.minute - b.minute)) {
        const when = { date: addDays(date('2026-01-01'), day), minute };
        const situation = { pauses: [], contactDates: made.map((one) => one.date) };
        if (!contactRefusal({ channel, recipient: 'CLIENT', at: when }, situation, isHoliday)) made.push(when);
      }
      for (const one of made) {
        expect(BANK_CALENDAR.isBusinessDay(one.date)).toBe(true);
        expect(one.minute >= OPENS_AT_MINUTE && one.minute < CLOSES_AT_MINUTE).toBe(true);
        const week = made.filter((other) => other.date >= one.date && other.date < addDays(one.date, 7));
        expect(week.length).toBeLessThanOrEqual(MAX_CALLS_A_WEEK);
        expect(week.filter((other) => other.date === one.date)).toHaveLength(1);
      }
    });
  });
});

describe('a message', () => {
  test.each([
    ['sms', 'collection', '2026-01-16 21:10', '2026-01-19 07:00'],
    ['sms', 'collection', '2026-01-17 12:00', '2026-01-19 07:00'],
    ['sms', 'collection', '2026-04-01 20:00', '2026-04-06 07:00'],
    ['sms', 'collection', '2026-01-16 06:00', '2026-01-16 07:00'],
    ['sms', 'service', '2026-01-16 21:10', '2026-01-17 07:00'],
    ['sms', 'service', '2026-01-17 12:00', '2026-01-17 12:00'],
    ['sms', 'security', '2026-01-17 03:00', '2026-01-17 03:00'],
    ['voice', 'service', '2026-01-16 05:00', '2026-01-16 07:00'],
    ['email', 'service', '2026-01-16 03:00', '2026-01-16 03:00'],
    ['email', 'collection', '2026-01-17 03:00', '2026-01-17 03:00'],
    ['email', 'marketing', '2026-01-17 12:00', '2026-01-19 07:00'],
    ['sms', 'marketing', '2026-01-16 12:00', '2026-01-16 12:00'],
  ] as const)('by %s, %s, ready on %s leaves on %s', (channel, purpose, now, expected) => {
    expect(sendingMoment({ channel, purpose }, at(now), isHoliday)).toEqual(at(expected));
  });

  test('never leaves before it is ready, and once its moment has come does not wait again', () => {
    const message = fc.record({
      channel: fc.constantFrom('email', 'sms', 'voice', 'whatsapp'),
      purpose: fc.constantFrom(...MESSAGE_PURPOSES),
    });
    forAll(800, [message, fc.nat(500), fc.nat(1439)], (what, day, minute) => {
      const now = { date: addDays(date('2026-01-01'), day), minute };
      const leaves = sendingMoment(what, now, isHoliday);
      const isLater = leaves.date > now.date || (leaves.date === now.date && leaves.minute >= now.minute);
      expect(isLater).toBe(true);
      expect(sendingMoment(what, leaves, isHoliday)).toEqual(leaves);
    });
  });

  test('a table in which every day is a holiday is an error, not an endless wait', () => {
    const wait = () => sendingMoment({ channel: 'sms', purpose: 'collection' }, at('2026-01-16 12:00'), () => true);
    expect(wait).toThrow('no day to send on');
  });
});

describe('the next hours in which a client may be called', () => {
  const call = (moment: string) => ({ channel: 'CALL', recipient: 'CLIENT', at: at(moment) }) as const;
  const hours = (moment: string, contactDates: string[] = [], pauses: ['BEREAVEMENT'] | [] = []) =>
    nextContactHours(call(moment), { pauses, contactDates: contactDates.map((text) => date(text)) }, isHoliday);

  test.each([
    ['now, until eight in the evening', '2026-01-16 12:30', [], ['2026-01-16', 750]],
    ['from seven on, at night', '2026-01-16 05:00', [], ['2026-01-16', 420]],
    ['on Monday, after eight on a Friday', '2026-01-16 20:00', [], ['2026-01-19', 420]],
    ['on Monday, after a call on Friday', '2026-01-16 10:00', ['2026-01-16'], ['2026-01-19', 420]],
    ['after a holiday', '2026-05-01 10:00', [], ['2026-05-04', 420]],
    [
      'a week after the first of three',
      '2026-01-15 10:00',
      ['2026-01-12', '2026-01-13', '2026-01-14'],
      ['2026-01-19', 420],
    ],
  ] as const)('%s', (_, moment, contactDates, [day, fromMinute]) => {
    expect(hours(moment, [...contactDates])).toEqual({ date: day, fromMinute, untilMinute: 1200 });
  });

  test('there are none in a pause', () => {
    expect(hours('2026-01-16 12:30', [], ['BEREAVEMENT'])).toBeUndefined();
  });
});
