import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVault, type Place, VaultError } from '#server/kit/vault.ts';
import { forAll } from '#tests/support/for-all.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const newest = key('2026');
const older = key('2025');
const indexKey = randomBytes(32);
const vault = createVault({ masterKeys: [newest, older], indexKey });
const PLACE: Place = { table: 'person', column: 'email_sealed', id: 'a' };

describe('a sealed value', () => {
  test('opens to exactly what was sealed, whatever it was', { tags: 'asvs-11.3.2' }, () =>
    forAll(800, [fc.string({ unit: 'grapheme' })], (text) => {
      expect(vault.open(vault.seal(text, PLACE), PLACE)).toBe(text);
    }),
  );

  test('shows nothing of itself, and two of the same have nothing in common', () => {
    const [one, other] = [vault.seal('45678912', PLACE), vault.seal('45678912', PLACE)];
    expect(one).not.toContain('45678912');
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('45678912');
    expect(one.slice(8, 40)).not.toBe(other.slice(8, 40));
  });

  test.each<[string, Place]>([
    ['another row', { ...PLACE, id: 'b' }],
    ['another column', { ...PLACE, column: 'phone_sealed' }],
    ['another table', { ...PLACE, table: 'registration' }],
    ['parts that read the same when put together', { table: 'person', column: 'email_sealed"', id: 'a' }],
  ])('does not open in %s', (_, place) => {
    expect(() => vault.open(vault.seal('secret', PLACE), place)).toThrow(VaultError);
  });

  test('does not open when any of its bytes was changed', { tags: 'asvs-11.3.3' }, () => {
    const sealed = vault.seal('secret', PLACE);
    const [version, id, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => vault.open(`${version}.${id}.${changed.toString('base64url')}`, PLACE), String(at)).toThrow(
        VaultError,
      );
    }
  });

  test.each(['', 'secret', '1.2026.', '1.2026.AAAA', '2.2026.AAAA', '1.2026.AAAA.AAAA'])(
    '%j is not a sealed value',
    (text) => {
      expect(() => vault.open(text, PLACE)).toThrow(VaultError);
    },
  );

  test('says nothing of what is inside when it does not open', () => {
    const sealed = vault.seal('45678912', PLACE);
    expect(() => vault.open(sealed, { ...PLACE, id: '45' })).toThrow(/^(?!.*45678912)(?!.*1\.2026)/);
  });
});

describe('a new master key', () => {
  test('seals from now on, and what the older one sealed still opens', { tags: 'asvs-11.2.2' }, () => {
    const before = createVault({ masterKeys: [older], indexKey });
    const sealed = before.seal('secret', PLACE);
    expect(vault.open(sealed, PLACE)).toBe('secret');
    expect(vault.seal('secret', PLACE)).toMatch(/^1\.2026\./);
    expect(() => before.open(vault.seal('secret', PLACE), PLACE)).toThrow('sealed with the key "2026"');
  });

  test('reaches several processes in two rounds, in which each opens what the others seal; in one they do not', () => {
    const lists = [[older], [older, newest], [newest, older]].map((masterKeys) =>
      createVault({ masterKeys, indexKey }),
    );
    const [before, known, rotated] = lists as [typeof vault, typeof vault, typeof vault];
    const isReadBy = (writer: typeof vault, reader: typeof vault) =>
      reader.open(writer.seal('x', PLACE), PLACE) === 'x';
    expect([isReadBy(before, known), isReadBy(known, before)]).toEqual([true, true]);
    expect([isReadBy(known, rotated), isReadBy(rotated, known)]).toEqual([true, true]);
    expect(() => isReadBy(rotated, before)).toThrow(VaultError);
  });

  test('does not change where anything is found', () => {
    const before = createVault({ masterKeys: [older], indexKey });
    expect(before.blindIndex('phone', '+51987654321')).toBe(vault.blindIndex('phone', '+51987654321'));
  });
});

describe('the key of one person', () => {
  test('opens what it sealed, and nothing that another one sealed', () => {
    const [mine, theirs] = [vault.newDataKey(), vault.newDataKey()];
    const sealed = vault.withKey(mine).seal('Ana', PLACE);
    expect(vault.withKey(mine).open(sealed, PLACE)).toBe('Ana');
    expect(() => vault.withKey(theirs).open(sealed, PLACE)).toThrow(VaultError);
    expect(() => vault.open(sealed, PLACE)).toThrow(VaultError);
  });

  test('is kept wrapped: without a master key it is nothing', () => {
    const wrapped = vault.newDataKey();
    const stranger = createVault({ masterKeys: [key('2026')], indexKey });
    expect(() => stranger.withKey(wrapped)).toThrow(VaultError);
  });
});

test('a blind index is the same for the same value, and tells kinds and keys apart', () => {
  const index = vault.blindIndex('document', 'DNI 45678912');
  expect(vault.blindIndex('document', 'DNI 45678912')).toBe(index);
  expect(index).not.toContain('45678912');
  const others = [
    vault.blindIndex('document', 'DNI 45678913'),
    vault.blindIndex('phone', 'DNI 45678912'),
    createVault({ masterKeys: [newest], indexKey: randomBytes(32) }).blindIndex('document', 'DNI 45678912'),
  ];
  expect(new Set([index, ...others]).size).toBe(4);
});

test('a vault without a key is refused', () => {
  expect(() => createVault({ masterKeys: [], indexKey })).toThrow('needs a master key');
});

describe('a sealed file', () => {
  const open = (sealed: Uint8Array, place = PLACE) => Buffer.from(vault.openBytes(sealed, place));

  test('opens to the same bytes, under the newest key, an older one, or a person’s', () =>
    forAll(800, [fc.uint8Array({ maxLength: 2000 })], (bytes) => {
      expect(open(vault.sealBytes(bytes, PLACE))).toEqual(Buffer.from(bytes));
      expect(open(createVault({ masterKeys: [older], indexKey }).sealBytes(bytes, PLACE))).toEqual(Buffer.from(bytes));
      const person = vault.withKey(vault.newDataKey());
      expect(Buffer.from(person.openBytes(person.sealBytes(bytes, PLACE), PLACE))).toEqual(Buffer.from(bytes));
    }));

  test('opens nowhere else, and not when a single bit of it was changed', {
    tags: ['asvs-9.1.2', 'asvs-11.3.3'],
  }, () => {
    const sealed = vault.sealBytes(Buffer.from('%PDF-1.7 Ana'), PLACE);
    expect(() => open(sealed, { ...PLACE, id: 'b' })).toThrow(VaultError);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => open(changed)).toThrow(VaultError);
    }
    expect(() => open(new Uint8Array())).toThrow(VaultError);
  });

  test('shows nothing of itself and is hardly longer than it was', () => {
    const bytes = Buffer.from('Ana 45678912 '.repeat(1000));
    const sealed = vault.sealBytes(bytes, PLACE);
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('45678912');
    expect(sealed.length - bytes.length).toBeLessThan(50);
  });
});
