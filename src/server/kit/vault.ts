import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Where a sealed value stands. It opens nowhere else: a value moved to another row or column is worthless. */
export interface Place {
  readonly table: string;
  readonly column: string;
  readonly id: string;
}

/** AES-256 needs 32 bytes; the id is part of what is sealed with the key, so that a value tells which one opens it. */
export interface MasterKey {
  readonly id: string;
  readonly key: Uint8Array;
}

export interface VaultKeys {
  /** Newest first: the first one seals, all of them open. */
  readonly masterKeys: readonly MasterKey[];
  /** Never rotated: every index in the database is made with it. */
  readonly indexKey: Uint8Array;
}

/** Seals and opens under one key. */
export interface Seal {
  seal(plainText: string, place: Place): string;
  /** Throws a `VaultError` for anything that is not exactly what was sealed for this place. */
  open(sealed: string, place: Place): string;
}

/** Personal data at rest (quality A3). */
export interface Vault extends Seal {
  /** Finds equal values without telling them: HMAC-SHA-256 of a value in its normal form. */
  blindIndex(kind: string, value: string): string;
  /** A fresh key for the data of one person, wrapped by the master key: destroying it erases the person. */
  newDataKey(): string;
  withKey(wrapped: string): Seal;
}

/** A value was tampered with, moved, or sealed with a key this process does not have. Never says what was inside. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Sealed by a data key, which is named by the row it stands in. */
const DATA_KEY_ID = 'p';
const WRAPPED: Place = { table: 'person', column: 'data_key', id: '' };

/** `1.<key id>.<nonce, tag and cipher text in base64url>` */
const SEALED = /^1\.([\w-]+)\.([\w-]+)$/;

/** AES-256-GCM with random nonces; the place is authenticated with the value. */
export function createVault({ masterKeys, indexKey }: VaultKeys): Vault {
  const [newest] = masterKeys;
  if (!newest) throw new VaultError('a vault needs a master key');
  const byId = new Map(masterKeys.map(({ id, key }) => [id, key]));
  const master: Seal = {
    seal: (plainText, place) => encrypt(newest, plainText, place),
    open(sealed, place) {
      const { keyId, bytes } = parse(sealed);
      const key = byId.get(keyId);
      if (!key) throw new VaultError(`a value was sealed with the key "${keyId}", which is not among ours`);
      return decrypt(key, bytes, place);
    },
  };
  return {
    ...master,
    blindIndex: (kind, value) => createHmac('sha256', indexKey).update(`${kind}\0${value}`).digest('base64url'),
    newDataKey: () => master.seal(randomBytes(KEY_BYTES).toString('base64url'), WRAPPED),
    withKey(wrapped) {
      const key = Buffer.from(master.open(wrapped, WRAPPED), 'base64url');
      return {
        seal: (plainText, place) => encrypt({ id: DATA_KEY_ID, key }, plainText, place),
        open: (sealed, place) => decrypt(key, parse(sealed).bytes, place),
      };
    },
  };
}

function encrypt({ id, key }: MasterKey, plainText: string, place: Place): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(addressOf(place));
  const text = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
  return `1.${id}.${Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')}`;
}

function decrypt(key: Uint8Array, bytes: Buffer, place: Place): string {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  // A shorter tag would be accepted by GCM and is easier to guess.
  if (tag.length !== TAG_BYTES) throw new VaultError('a sealed value is too short');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(addressOf(place));
  decipher.setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    throw new VaultError(
      `a value of ${place.table}.${place.column} does not open: it was changed, moved, or is not ours`,
    );
  }
}

/** As JSON, so that no two places share an address: where one part ends and the next begins is never in doubt. */
function addressOf({ table, column, id }: Place): Buffer {
  return Buffer.from(JSON.stringify([table, column, id]));
}

function parse(sealed: string): { readonly keyId: string; readonly bytes: Buffer } {
  const [, keyId, text] = SEALED.exec(sealed) ?? [];
  if (keyId === undefined || text === undefined) throw new VaultError('a sealed value has another form');
  return { keyId, bytes: Buffer.from(text, 'base64url') };
}
