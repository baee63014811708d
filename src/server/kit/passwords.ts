import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FieldCode } from '#api/field-codes.ts';
import { revealsOwner } from '#api/field-rules/secrets.ts';
import { isWeakPassword } from './weak-passwords.ts';

/** argon2id as OWASP recommends it (domain 2.1.3): 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const SALT_BYTES = 16;
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

/** The stored hash of a password, in the usual text form with its cost and salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plainBase64(salt)}$${plainBase64(hash)}`;
}

/** A decoy that is checked for accounts without a password, so that both cases take equally long. */
const DECOY_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plainBase64(Buffer.alloc(SALT_BYTES))}$${plainBase64(Buffer.alloc(COST.tagLength))}`;

/** Tells whether the password is right. Takes equally long when the account has none. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = STORED.exec(stored ?? DECOY_HASH) ?? [];
  if (!salt || !hash) throw new Error('a stored password has another form');
  const expected = Buffer.from(hash, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  const given = await derive(password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(given, expected) && stored !== undefined;
}

/** Facts about the owner of a password that somebody who guesses it may know. */
export interface PasswordOwner {
  readonly documentNumber?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName1?: string | undefined;
  readonly lastName2?: string | undefined;
  readonly login?: string | undefined;
  /** Of a colleague, whose name is one text: all of it, and each word. */
  readonly names?: readonly string[] | undefined;
}

/** Why a long enough password is refused: it is among the first that are tried, or contains personal data of its owner. */
export function passwordRefusal(password: string, owner: PasswordOwner): FieldCode | undefined {
  const { documentNumber, phone, email, firstName, lastName1, lastName2, login, names = [] } = owner;
  const words = [email, firstName, lastName1, lastName2, login, ...names].filter((word) => word !== undefined);
  const isOwn = revealsOwner(password, [documentNumber, phone, ...words]);
  return isOwn || isWeakPassword(password, words) ? 'not_allowed' : undefined;
}

/**
 * Derives the hash. NFKC first, because another keyboard may compose the letters differently and it must remain one
 * password.
 */
function derive(password: string, salt: Uint8Array, cost: Cost): Promise<Buffer> {
  const parameters = { ...cost, message: password.normalize('NFKC'), nonce: salt };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

function plainBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '');
}
