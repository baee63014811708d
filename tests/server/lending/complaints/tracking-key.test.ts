import { expect, test } from 'vitest';
import { isTrackingKey, newTrackingKey } from '#server/lending/complaints/tracking-key.ts';

test('keys have a hundred random bits and no letter that is mistaken for another', () => {
  const keys = Array.from({ length: 2_000 }, newTrackingKey);
  expect(new Set(keys).size).toBe(keys.length);
  for (const key of keys) expect(key).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/);
});

test('a key opens as it was printed, typed or read aloud, and no other does', () => {
  const key = '7KQ2-M9XA-0B3D-WZ5T-HN81';
  for (const typed of [key, '7kq2m9xa0b3dwz5thn81', ' 7KQ2 M9XA OB3D WZ5T HN8I ', '7kq2-m9xa-ob3d-wz5t-hn8l']) {
    expect(isTrackingKey(key, typed), typed).toBe(true);
  }
  for (const typed of ['', '7KQ2-M9XA-0B3D-WZ5T-HN82', `${key}0`, '*'])
    expect(isTrackingKey(key, typed), typed).toBe(false);
});

test('what does not exist has no key', () => {
  expect(isTrackingKey(undefined, 'no such complaint')).toBe(false);
  expect(isTrackingKey(undefined, 'NOSUCHCOMPLAINT')).toBe(false);
});
