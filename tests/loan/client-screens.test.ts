import { expect, test } from 'vitest';
import { CLIENT_SCREENS } from '#loan/client-screens.ts';

test('every screen has a name of its own, words with dashes, from which its URL is read', () => {
  expect(new Set(CLIENT_SCREENS).size).toBe(CLIENT_SCREENS.length);
  expect(CLIENT_SCREENS.filter((name) => !/^[a-z]+(?:-[a-z]+)*$/.test(name))).toEqual([]);
});
