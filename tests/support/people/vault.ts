import { createVault, type Vault } from '#server/kit/vault.ts';

/** A vault with keys everybody knows. */
export function testVault(): Vault {
  return createVault({ masterKeys: [{ id: 'test', key: Buffer.alloc(32, 7) }], indexKey: Buffer.alloc(32, 9) });
}
