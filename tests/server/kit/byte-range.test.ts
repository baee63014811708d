import { describe, expect, test } from 'vitest';
import { parseRange } from '#server/kit/byte-range.ts';

describe('the part of a file of 100 bytes that is asked for', () => {
  test.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=50-500', { start: 50, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=0-1,5-6', undefined],
    ['bytes=9-5', undefined],
    ['bytes=-', undefined],
    ['lines=0-9', undefined],
    ['bytes=a-b', undefined],
    [undefined, undefined],
  ])('%s', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range);
  });
});
