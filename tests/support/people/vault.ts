import { createHash } from 'node:crypto';
import { createVault, type Vault } from '#server/kit/vault.ts';

/** A key everybody can know, which a start takes all the same. */
export function testKey(name: string): Buffer {
  return createHash('sha256').update(`a key of the tests: ${name}`).digest();
}

/** A vault with keys everybody knows. */
export function testVault(): Vault {
  return createVault({ masterKeys: [{ id: 'test', key: testKey('master') }], indexKey: testKey('index') });
}

/** Those keys as variables, for a process of its own. */
export const TEST_VAULT_VARIABLES = {
  VAULT_KEYS: `test:${testKey('master').toString('base64')}`,
  VAULT_INDEX_KEY: testKey('index').toString('base64'),
};
