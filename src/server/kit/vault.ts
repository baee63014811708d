import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** The location of a sealed value. It can be opened only there: a value copied to another row or column is useless. */
export interface Place {
  readonly table: string;
  readonly column: string;
  readonly id: string;
}

/** AES-256 needs 32 bytes; the id is stored with every value, to find its key. */
export interface MasterKey {
  readonly id: string;
  readonly key: Uint8Array;
}

export interface VaultKeys {
  /** Newest first: the first one seals, all of them open. */
  readonly masterKeys: readonly MasterKey[];
  /** Cannot be rotated: all blind indexes in the database depend on it. */
  readonly indexKey: Uint8Array;
}

/** Seals and opens with one key. */
export interface Seal {
  seal(plainText: string, place: Place): string;
  /** Throws a `VaultError` for anything but a value sealed for this place. */
  open(sealed: string, place: Place): string;
  /** Seals bytes in the same way, without the overhead of base64. */
  sealBytes(bytes: Uint8Array, place: Place): Uint8Array;
  openBytes(sealed: Uint8Array, place: Place): Uint8Array;
}

/** Encryption of personal data at rest (quality A3). */
export interface Vault extends Seal {
  /** For lookups by equality: HMAC-SHA-256 of a normalised value. */
  blindIndex(kind: string, value: string): string;
  /**
   * For many values of one kind: an index with a key of its own, made from the index key. Whoever learns the key of a
   * kind can make no index of another.
   */
  indexOf(kind: string): (value: string) => string;
  /** A new key for one person's data, wrapped by the master key: destroying it erases the data. */
  newDataKey(): string;
  /** Wraps the key again with the newest master key; unchanged if it is already. */
  rewrap(wrapped: string): string;
  /** Seals the value again with the newest master key; unchanged if it is already. */
  reseal(sealed: string, place: Place): string;
  withKey(wrapped: string): Seal;
}

/** A value was modified, moved, or sealed with an unknown key. The message never contains the content. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Sealed by the data key in the same row. */
const DATA_KEY_ID = 'p';
const WRAPPED: Place = { table: 'person', column: 'data_key', id: '' };

/** `1.<key id>.<nonce, tag and cipher text in base64url>` */
const SEALED = /^1\.([\w-]+)\.([\w-]+)$/;
/** Length of the prefix with an empty text's nonce and tag in base64url. */
const SHORTEST_SEALED = 40;
/** The prefix of sealed bytes. A key's id is never longer than this. */
const SEALED_BYTES_HEAD = /^1\.([\w-]{1,64})\./;

/** Tells whether a text is a sealed value, for columns whose first rows were plain. */
export function isSealed(text: string): boolean {
  return SEALED.test(text) && text.length > SHORTEST_SEALED;
}

/** AES-256-GCM with random nonces; the place is authenticated data. */
export function createVault({ masterKeys, indexKey }: VaultKeys): Vault {
  const [newest] = masterKeys;
  if (!newest) throw new VaultError('a vault needs a master key');
  const byId = new Map(masterKeys.map(({ id, key }) => [id, createSecretKey(key)]));
  const keyOf = (keyId: string): KeyObject => {
    const key = byId.get(keyId);
    if (!key) throw new VaultError(`a value was sealed with the key "${keyId}", which is not among ours`);
    return key;
  };
  const master = sealWith({ id: newest.id, key: keyOf(newest.id) }, keyOf);
  const hmacKey = createSecretKey(indexKey);
  const reseal = (sealed: string, place: Place): string =>
    parse(sealed).keyId === newest.id ? sealed : master.seal(master.open(sealed, place), place);
  return {
    ...master,
    blindIndex: (kind, value) => createHmac('sha256', hmacKey).update(`${kind}\0${value}`).digest('base64url'),
    indexOf(kind) {
      const key = createSecretKey(createHmac('sha256', hmacKey).update(`key of\0${kind}`).digest());
      return (value) => createHmac('sha256', key).update(value).digest('base64url');
    },
    newDataKey: () => master.seal(randomBytes(KEY_BYTES).toString('base64url'), WRAPPED),
    rewrap: (wrapped) => reseal(wrapped, WRAPPED),
    reseal,
    withKey(wrapped) {
      const key = createSecretKey(master.open(wrapped, WRAPPED), 'base64url');
      return sealWith({ id: DATA_KEY_ID, key }, () => key);
    },
  };
}

/** Prepared once: handed over as bytes, a key is prepared anew for each value, which takes longer than the value. */
interface PreparedKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** Seals with one key, opens with the one a value names. */
function sealWith(key: PreparedKey, keyOf: (keyId: string) => KeyObject): Seal {
  return {
    seal: (plainText, place) => `1.${key.id}.${encrypt(key, Buffer.from(plainText), place).toString('base64url')}`,
    open(sealed, place) {
      const { keyId, bytes } = parse(sealed);
      return decrypt(keyOf(keyId), bytes, place).toString('utf8');
    },
    sealBytes: (bytes, place) => Buffer.concat([Buffer.from(`1.${key.id}.`), encrypt(key, bytes, place)]),
    openBytes(sealed, place) {
      const { keyId, bytes } = parseBytes(sealed);
      return decrypt(keyOf(keyId), bytes, place);
    },
  };
}

/** Nonce, tag and cipher text. */
function encrypt({ key }: PreparedKey, plain: Uint8Array, place: Place): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(addressOf(place));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function decrypt(key: KeyObject, bytes: Buffer, place: Place): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  // GCM accepts shorter tags, which are easier to forge.
  if (tag.length !== TAG_BYTES) throw new VaultError('a sealed value is too short');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(addressOf(place));
  decipher.setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]);
  } catch {
    throw new VaultError(
      `a value of ${place.table}.${place.column} does not open: it was changed, moved, or is not ours`,
    );
  }
}

/** Encodes a place as JSON, which is unambiguous: no two places have one address. */
function addressOf({ table, column, id }: Place): Buffer {
  return Buffer.from(JSON.stringify([table, column, id]));
}

function parse(sealed: string): { readonly keyId: string; readonly bytes: Buffer } {
  const [, keyId, text] = SEALED.exec(sealed) ?? [];
  if (keyId === undefined || text === undefined) throw new VaultError('a sealed value has another form');
  return { keyId, bytes: Buffer.from(text, 'base64url') };
}

function parseBytes(sealed: Uint8Array): { readonly keyId: string; readonly bytes: Buffer } {
  const all = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const [head, keyId] = SEALED_BYTES_HEAD.exec(all.subarray(0, 70).toString('latin1')) ?? [];
  if (head === undefined || keyId === undefined) throw new VaultError('a sealed value has another form');
  return { keyId, bytes: all.subarray(head.length) };
}
