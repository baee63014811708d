import { describe, expect, test } from 'vitest';
import { ConfigError, readChoice, readSwitch, readText, readWholeNumber } from '#server/kit/config.ts';

describe('the environment', () => {
  test('an empty variable counts as not set', () => {
    expect(readText({ A: '  ' }, 'A')).toBeUndefined();
    expect(readText({ A: ' x ' }, 'A')).toBe('x');
  });

  test.each(['4321.5', '-1', '0x10', 'port', '65536'])(
    '"%s" is no port, and the sentence says which variable',
    (text) => {
      const read = () => readWholeNumber({ PORT: text }, 'PORT', { byDefault: 1, min: 0, max: 65_535 });
      expect(read).toThrow(new ConfigError(`PORT must be a whole number from 0 to 65535, but it is "${text}".`));
    },
  );

  test('a number or its default is taken', () => {
    const bounds = { byDefault: 7, min: 0, max: 10 };
    expect(readWholeNumber({ N: '10' }, 'N', bounds)).toBe(10);
    expect(readWholeNumber({}, 'N', bounds)).toBe(7);
  });

  test('a switch is 1 or 0, not a guess', () => {
    expect([readSwitch({ S: '1' }, 'S'), readSwitch({ S: 'true' }, 'S')]).toEqual([true, true]);
    expect([readSwitch({ S: '0' }, 'S'), readSwitch({ S: 'false' }, 'S'), readSwitch({}, 'S')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(() => readSwitch({ S: 'yes' }, 'S')).toThrow('S must be 1 or 0');
  });

  test('a choice is one of the words', () => {
    expect(readChoice({ C: 'b' }, 'C', ['a', 'b'], 'a')).toBe('b');
    expect(readChoice({}, 'C', ['a', 'b'], 'a')).toBe('a');
    expect(() => readChoice({ C: 'c' }, 'C', ['a', 'b'], 'a')).toThrow('C must be one of a, b');
  });
});
