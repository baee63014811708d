import { describe, expect, test } from 'vitest';
import { filesUnder, read } from './source-tree.ts';

const FILES = ['src', '.config']
  .flatMap((folder) => filesUnder(folder))
  .filter((file) => /\.(?:[cm]?[jt]sx?|astro)$/.test(file));

/** The algorithms of the product and where they may be used (decision 0123). A `*` is every file. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  sha256: ['*'],
  'SHA-256': [
    'src/client-area/form/consent-digest.ts',
    'src/layouts/consent/consent.astro',
    'src/layouts/style-hash.ts',
  ],
  // Storyblok's own: its webhooks and the address of its preview are signed like this; and what authenticator apps do.
  sha1: [
    'src/server/kit/totp.ts',
    'src/server/publishing/publisher/webhook.ts',
    'src/server/publishing/preview/editor-token.ts',
  ],
  'aes-256-gcm': ['src/server/kit/vault.ts'],
  // The same in a browser, with a key that is derived from the session's token.
  'AES-GCM': ['src/stores/session-seal.ts'],
  HKDF: ['src/stores/session-seal.ts'],
  argon2id: ['src/server/kit/passwords.ts'],
};
/**
 * Names that are taken of `node:crypto`: no key agreement, no other ciphers, no generator of lesser numbers,
 * and signatures only where they are made.
 */
const TAKEN = new Set([
  'KeyObject',
  'argon2',
  'createCipheriv',
  'createDecipheriv',
  'createHash',
  'createHmac',
  'createSecretKey',
  'randomBytes',
  'randomInt',
  'randomUUID',
  'timingSafeEqual',
]);
/** Signature of tax documents (RSA-SHA256, which the tax authority demands), and the sandbox's certificate. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  'src/server/kit/sign-xml.ts': ['createPrivateKey', 'sign', 'verify', 'X509Certificate'],
  'src/server/lending/gateways/tax-documents/sandbox-certificate.ts': ['generateKeyPairSync', 'sign'],
};
/** Numbers that somebody may guess: how long to wait before the next try. */
const GUESSABLE = ['src/server/publishing/sync/content-client.ts'];

const CALL =
  /\b(?:createHash|createHmac|createCipheriv|createDecipheriv|argon2|subtle\.\w+)\(\s*(?:'raw', .*?, |\{ name: )?(?:'([\w-]+)'|(?=[^)\s]))/g;

function faultsOf(files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([file, text]) => [
    ...[...text.matchAll(/import (?:(\w+)|\{([^}]*)\}) from '(?:node:)?crypto'/g)].flatMap(([, whole, names = '']) =>
      (whole ? [whole] : names.split(',').map((name) => name.replace('type ', '').trim()))
        .filter((name) => name !== '' && !TAKEN.has(name) && !SIGNS[file]?.includes(name))
        .map((name) => `${file} takes ${name}`),
    ),
    ...[...text.matchAll(CALL)].flatMap(([, algorithm = 'an algorithm that is not written there']) => {
      const allowed = ALGORITHMS[algorithm] ?? [];
      return allowed.includes('*') || allowed.includes(file) ? [] : [`${file} uses ${algorithm}`];
    }),
    ...(text.includes('Math.random') && !GUESSABLE.includes(file) ? [`${file} uses Math.random`] : []),
  ]);
}

describe('cryptography', () => {
  test('is what the inventory says, where it says, and all of it is Node’s own', {
    tags: [
      'asvs-9.1.2',
      'asvs-11.1.2',
      'asvs-11.2.1',
      'asvs-11.2.3',
      'asvs-11.3.1',
      'asvs-11.3.2',
      'asvs-11.4.1',
      'asvs-11.4.3',
      'asvs-11.5.1',
      'asvs-11.6.1',
    ],
  }, () => {
    expect(FILES.length).toBeGreaterThan(1000);
    expect(faultsOf(Object.fromEntries(FILES.map((file) => [file, read(file)])))).toEqual([]);
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies).filter((name) => /crypt|jose|jwt|argon|hash|sodium|noble/.test(name))).toEqual([]);
  });

  test('nothing that the inventory names is gone', { tags: 'asvs-11.1.2' }, () => {
    const used = new Set(FILES.flatMap((file) => [...read(file).matchAll(CALL)].map(([, algorithm]) => algorithm)));
    expect(Object.keys(ALGORITHMS).filter((algorithm) => !used.has(algorithm))).toEqual([]);
  });
});
