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
  /** The same for a file, without the third that letters would add. */
  sealBytes(bytes: Uint8Array, place: Place): Uint8Array;
  openBytes(sealed: Uint8Array, place: Place): Uint8Array;
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
/** The mark and an empty text's nonce and tag in base64url; no name of a file ends so. */
const SHORTEST_SEALED = 40;
/** Of a file the same, with the last part as bytes. A key's id is never longer than this. */
const SEALED_BYTES_HEAD = /^1\.([\w-]{1,64})\./;

/** Whether a text has the form of a sealed one: for columns whose first rows were plain. */
export function isSealed(text: string): boolean {
  return SEALED.test(text) && text.length > SHORTEST_SEALED;
}

/** AES-256-GCM with random nonces; the place is authenticated with the value. */
export function createVault({ masterKeys, indexKey }: VaultKeys): Vault {
  const [newest] = masterKeys;
  if (!newest) throw new VaultError('a vault needs a master key');
  const byId = new Map(masterKeys.map(({ id, key }) => [id, key]));
  const keyOf = (keyId: string): Uint8Array => {
    const key = byId.get(keyId);
    if (!key) throw new VaultError(`a value was sealed with the key "${keyId}", which is not among ours`);
    return key;
  };
  const master = sealWith(newest, keyOf);
  return {
    ...master,
    blindIndex: (kind, value) => createHmac('sha256', indexKey).update(`${kind}\0${value}`).digest('base64url'),
    newDataKey: () => master.seal(randomBytes(KEY_BYTES).toString('base64url'), WRAPPED),
    withKey(wrapped) {
      const key = Buffer.from(master.open(wrapped, WRAPPED), 'base64url');
      return sealWith({ id: DATA_KEY_ID, key }, () => key);
    },
  };
}

/** Seals with one key, opens with whichever a value names. */
function sealWith(key: MasterKey, keyOf: (keyId: string) => Uint8Array): Seal {
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
function encrypt({ key }: MasterKey, plain: Uint8Array, place: Place): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(addressOf(place));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function decrypt(key: Uint8Array, bytes: Buffer, place: Place): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  // A shorter tag would be accepted by GCM and is easier to guess.
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

/** As JSON, so that no two places share an address: where one part ends and the next begins is never in doubt. */
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
