import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** Ways in which an authenticator, a browser or somebody between them does not do as it should. */
export interface Misbehaviour {
  /** The address that the page really has. */
  readonly origin?: string;
  /** The host that the passkey is made for or used at. */
  readonly rpId?: string;
  /** Whoever touches it is not looked at. */
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

const url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** A passkey of a telephone in software: it counts its uses and looks at whoever uses it (WebAuthn level 3, ES256). */
export class Authenticator {
  readonly id = url(randomBytes(16));
  readonly origin: string;
  #counter = 0;
  #userHandle = '';
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  });

  constructor(origin = 'http://localhost:4321') {
    this.origin = origin;
  }

  create({ challenge, rp, user }: CreationOptions, odd: Misbehaviour = {}) {
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(this.#keys.publicKey)]);
    const authData = Buffer.concat([this.#head(rp.id, odd, WITH_CREDENTIAL), credential]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(authData)],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, odd),
        attestationObject: url(attestation),
        transports: ['internal'],
      },
    };
  }

  get({ challenge, rpId }: RequestOptions, odd: Misbehaviour = {}) {
    const clientDataJSON = this.#clientData('webauthn.get', challenge, odd);
    const authData = this.#head(rpId, odd, 0);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: url(authData),
        signature: url(createSign('sha256').update(signed).sign(this.#keys.privateKey)),
        userHandle: odd.userHandle ?? this.#userHandle,
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} };
  }

  #head(rpId: string, { rpId: other = rpId, isUnverified = false, counter }: Misbehaviour, more: number): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#counter);
    const flags = USER_PRESENT | (isUnverified ? 0 : USER_VERIFIED) | more;
    return Buffer.concat([sha256(other), Buffer.from([flags]), count]);
  }

  #clientData(type: string, challenge: string, { origin = this.origin }: Misbehaviour): string {
    return url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
  }
}

/** A public key as COSE writes it: EC2, ES256, P-256, and the two halves of the point. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const half = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label]), bytes(Buffer.from(value, 'base64url'))]);
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), half(0x21, x), half(0x22, y)]);
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

/** Bytes in CBOR: up to 255, or up to 65,535. */
function bytes(value: Buffer): Buffer {
  if (value.length < 24) return Buffer.concat([Buffer.from([0x40 + value.length]), value]);
  if (value.length < 256) return Buffer.concat([Buffer.from([0x58, value.length]), value]);
  return Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value]);
}
