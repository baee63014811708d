const IV_BYTES = 12;
const KEY_BITS = 256;

/**
 * Encrypts for one session: whoever does not have its token reads nothing, also where what was removed is still on the
 * disk. AES-256-GCM under a key derived from the token's 256 random bits (HKDF).
 * @param name of what is encrypted: nothing opens under another one
 */
export async function sealForSession(token: string, name: string, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(token, name), text);
  return `${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
}

/** Decrypts; undefined for another session's, or for what is damaged. */
export async function openOfSession(token: string, name: string, sealed: string): Promise<unknown> {
  try {
    const [iv = '', text = ''] = sealed.split('.');
    const key = await keyOf(token, name);
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: fromBase64(iv) }, key, fromBase64(text));
    return JSON.parse(new TextDecoder().decode(opened));
  } catch {
    return undefined;
  }
}

async function keyOf(token: string, name: string): Promise<CryptoKey> {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  const secret = await crypto.subtle.importKey('raw', bytesOf(token), 'HKDF', false, ['deriveBits']);
  const derived = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf(name) },
    secret,
    KEY_BITS,
  );
  return crypto.subtle.importKey('raw', derived, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Bytes that a function takes at once as its arguments. */
const PIECE_BYTES = 0x2000;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  }
  return btoa(text);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
