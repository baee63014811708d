import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ConfigError,
  readChoice,
  readSecureUrl,
  readSwitch,
  readText,
  readWholeNumber,
  refuseSharedSecrets,
} from '#server/kit/config.ts';
import { readVaultLocation } from '#server/lending/people/vault-keys.ts';

describe('a secret from a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'manay-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (text: string): string => {
    writeFileSync(join(folder, 'secret'), text);
    return join(folder, 'secret');
  };

  test('that a vault’s agent has written counts like the variable, without the line’s end', () => {
    const env = { SMTP_URL_FILE: write('smtps://user:s3cret@mail\n') };
    expect(readText(env, 'SMTP_URL')).toBe('smtps://user:s3cret@mail');
    const keys = { VAULT_KEYS_FILE: write(`a:${randomBytes(32).toString('base64')}`) };
    const located = readVaultLocation({ ...keys, VAULT_INDEX_KEY: randomBytes(32).toString('base64') }, true);
    expect(located).toMatchObject({ keys: { masterKeys: [{ id: 'a' }] } });
  });

  test('stops the start when it is not there or empty, or the variable is set as well, and is not repeated', () => {
    const file = write(' \n');
    expect(() => readText({ A_FILE: join(folder, 'gone') }, 'A')).toThrow(
      'A_FILE names a file that cannot be read (ENOENT)',
    );
    expect(() => readText({ A_FILE: file }, 'A')).toThrow('A_FILE names a file that is empty');
    expect(() => readText({ A_FILE: file, A: 's3cret' }, 'A')).toThrow(
      /^A and A_FILE are both set: one of them is enough.$/,
    );
  });

  test('is one of its own wherever it stands: the same in a variable and in a file, or in two files, stops the start', () => {
    const file = write('k0123456789-klmnopqrstuv-wxyz-99');
    for (const other of [{ NIUBIZ_PASSWORD: 'k0123456789-klmnopqrstuv-wxyz-99' }, { NIUBIZ_PASSWORD_FILE: file }]) {
      expect(() => refuseSharedSecrets({ OPERATOR_TOKEN_FILE: file, ...other })).toThrow(
        'OPERATOR_TOKEN and NIUBIZ_PASSWORD are the same',
      );
    }
    expect(() => refuseSharedSecrets({ OPERATOR_TOKEN_FILE: file, OPERATOR_TOKEN: '' })).not.toThrow();
  });
});

describe('the environment', () => {
  test.each([
    ['http://sms.example/send?token=s3cret', '"http://sms.example"'],
    ['http://u:s3cret@sms.example/', '"http://sms.example"'],
    ['u:s3cret@sms.example', 'no address'],
    ['//u:s3cret@sms.example', 'no address'],
    ['sms', '"sms"'],
  ])('an address that is not secure, %s, is named by its origin alone', (value, shown) => {
    expect(() => readSecureUrl('SMS_URL', value)).toThrow(
      new ConfigError(`SMS_URL must be an https address, but it is ${shown}.`),
    );
  });

  test('an empty variable counts as not set', () => {
    expect(readText({ A: '  ' }, 'A')).toBeUndefined();
    expect(readText({ A: ' x ' }, 'A')).toBe('x');
  });

  test.each(['4321.5', '-1', '0x10', 'port', '65536'])(
    '"%s" is not a port, and the sentence says which variable',
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
