import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const RSA_BITS = 2048;
const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const FIRST_GENERALIZED_YEAR = 2050;
/** sha256WithRSAEncryption, with its empty parameters. */
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SERIAL_NUMBER = Buffer.from('0603550405', 'hex');

export interface CertificateRequest {
  readonly ruc: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly validFrom: number;
  readonly validUntil: number;
}

/**
 * Makes a key and a certificate that only it has signed. Node makes keys but no certificates, and a fixed one in the
 * code would be a private key that everybody has and that ends one day: these sixty lines write the few fields of
 * X.509 instead, for the sandbox and the tests.
 */
export function makeSandboxCertificate(request: CertificateRequest): {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
  const name = der(SEQUENCE, attribute(COMMON_NAME, request.name), attribute(SERIAL_NUMBER, request.ruc));
  const content = der(
    SEQUENCE,
    // Positive, and never with a zero in front.
    der(INTEGER, Buffer.from([0x40]), randomBytes(15)),
    SHA256_WITH_RSA,
    name,
    der(SEQUENCE, time(request.validFrom), time(request.validUntil)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey));
  const body = der(SEQUENCE, content, SHA256_WITH_RSA, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    certificatePem: `-----BEGIN CERTIFICATE-----\n${body.trimEnd()}\n-----END CERTIFICATE-----\n`,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function attribute(type: Buffer, value: string): Buffer {
  return der(SET, der(SEQUENCE, type, der(UTF8_STRING, Buffer.from(value))));
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14);
  const isGeneralized = Number(digits.slice(0, 4)) >= FIRST_GENERALIZED_YEAR;
  return isGeneralized
    ? der(GENERALIZED_TIME, Buffer.from(`${digits}Z`))
    : der(UTC_TIME, Buffer.from(`${digits.slice(2)}Z`));
}

function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const length = body.length < 0x80 ? [body.length] : longLength(body.length);
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

function longLength(length: number): number[] {
  const digits = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) digits.unshift(left % 256);
  return [0x80 + digits.length, ...digits];
}
