import { expect, test } from 'vitest';
import { uuidv7 } from '#server/kit/uuid.ts';

test('an id is a UUID of version 7 that begins with its time', () => {
  const id = uuidv7(Date.parse('2026-01-15T12:00:00Z'));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-01-15T12:00:00Z'));
});

test('later ids sort after earlier ones, and no two are equal', () => {
  const ids = Array.from({ length: 1000 }, (_, k) => uuidv7(1_700_000_000_000 + k));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(Array.from({ length: 1000 }, () => uuidv7(1))).size).toBe(1000);
});

test('ids of one millisecond sort in the order they were made, while another clock runs on beside it', () => {
  const runs = Array.from({ length: 3 }, (_, run) =>
    Array.from({ length: 300 }, (_, n) => {
      uuidv7(1_800_000_000_000 + n);
      return uuidv7(1_700_000_000_000 + run);
    }),
  );
  for (const ids of runs) expect(ids).toEqual([...ids].sort());
});

test('so do hundreds of thousands while a clock stands still, as it does in tests', () => {
  let last = uuidv7(1);
  for (let n = 0; n < 300_000; n++) {
    const next = uuidv7(1);
    if (next <= last) expect.fail(`${next} comes after ${last}`);
    last = next;
  }
});
