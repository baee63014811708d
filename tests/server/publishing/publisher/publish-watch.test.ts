import { describe, expect, test } from 'vitest';
import { alertOf, behindMs, LATE_MS, NO_WATCH, watchVersions } from '#server/publishing/publisher/publish-watch.ts';

const seen = (published: number, built: number, paused = false) => ({ published, built, paused });

describe('how late the site is', () => {
  test('counts from the first look at which visitors did not see what is published', () => {
    let watch = watchVersions(NO_WATCH, seen(5, 5), 0);
    expect(behindMs(watch, 60_000)).toBe(0);
    watch = watchVersions(watch, seen(6, 5), 60_000);
    watch = watchVersions(watch, seen(7, 5), 120_000);
    expect(behindMs(watch, 180_000)).toBe(120_000);
    watch = watchVersions(watch, seen(7, 7), 180_000);
    expect(behindMs(watch, 240_000)).toBe(0);
  });

  test('a pause is meant, so nothing is late', () => {
    expect(behindMs(watchVersions(NO_WATCH, seen(6, 5, true), 0), LATE_MS)).toBe(0);
  });

  test('what is published is remembered while it is unknown', () => {
    const watch = watchVersions(watchVersions(NO_WATCH, seen(6, 5), 0), { built: 5, paused: false }, 1_000);
    expect(watch.publishedVersion).toBe(6);
    expect(behindMs(watch, 2_000)).toBe(2_000);
  });
});

test('the alert comes after ten minutes, and again every ten minutes', () => {
  let watch = watchVersions(NO_WATCH, seen(6, 5), 0);
  const told: string[] = [];
  for (let atMs = 0; atMs <= 21 * 60_000; atMs += 15_000) {
    const alert = alertOf(watchVersions(watch, seen(6, 5), atMs), atMs);
    watch = alert.watch;
    if (alert.sentence) told.push(`${atMs / 60_000}: ${alert.sentence}`);
  }
  expect(told).toEqual([
    '10: Visitors have not seen what is published for 10 minutes: version 6 is published, 5 is live.',
    '20: Visitors have not seen what is published for 20 minutes: version 6 is published, 5 is live.',
  ]);
});
