import { expect, test } from 'vitest';
import { hashOf, isSecret, newSecret, sameHash } from '#server/kit/secret.ts';

test('a secret has 256 bits, its own form, and is never given out twice', {
  tags: ['asvs-6.5.3', 'asvs-7.2.3', 'asvs-11.2.3', 'asvs-11.5.1'],
}, () => {
  const secrets = Array.from({ length: 1000 }, newSecret);
  expect(new Set(secrets).size).toBe(1000);
  for (const secret of secrets) {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(isSecret(secret)).toBe(true);
  }
});

test.each([undefined, '', 'x', `${newSecret()}x`, ` ${newSecret().slice(1)}`, 'ñ'.repeat(43)])(
  '%j is not a secret',
  (text) => {
    expect(isSecret(text)).toBe(false);
  },
);

test('only equal hashes are equal; nothing equals nothing', () => {
  const hash = hashOf('a');
  expect(sameHash(hash, hashOf('a'))).toBe(true);
  expect(sameHash(hash, hashOf('b'))).toBe(false);
  expect(sameHash('', '')).toBe(false);
  expect(sameHash('', hash)).toBe(false);
});
