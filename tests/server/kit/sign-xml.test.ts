import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DS_NAMESPACE, openSigningKey, SIGNATURE_PLACE, signXml, verifySignedXml } from '#server/kit/sign-xml.ts';
import { xmlElement } from '#server/kit/xml.ts';
import { testCertificate, testKey } from '#tests/support/tax-documents/tax-documents.ts';

const NAMESPACES = { xmlns: 'urn:a', 'xmlns:ds': DS_NAMESPACE, 'xmlns:ext': 'urn:e' };
const PLAIN = `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('a', [SIGNATURE_PLACE, xmlElement('b', '1 > 0')], NAMESPACES)}\n`;

describe('a key', () => {
  test('is opened with its certificate, and says until when it is good and who signed it', () => {
    const validUntil = Date.UTC(2031, 4, 6, 7, 8, 9);
    expect(openSigningKey(testCertificate(validUntil))).toMatchObject({
      validUntil,
      isSelfSigned: true,
      subject: 'CN=MAÑAY CRÉDITOS S.A.C., serialNumber=20131312955',
    });
  });

  test('is opened after its end, because to send is not to lend', () => {
    expect(openSigningKey(testCertificate(Date.now() - 1000)).validUntil).toBeLessThan(Date.now());
  });

  test('far ends are read too', () => {
    const validUntil = Date.UTC(2090, 0, 1);
    expect(openSigningKey(testCertificate(validUntil)).validUntil).toBe(validUntil);
  });

  test('must belong to the certificate', () => {
    const { certificatePem } = testCertificate();
    const { privateKeyPem } = testCertificate();
    expect(() => openSigningKey({ certificatePem, privateKeyPem })).toThrow(
      'the private key is of another certificate',
    );
  });

  test('must be readable, and strong enough', () => {
    const { certificatePem, privateKeyPem } = testCertificate();
    expect(() => openSigningKey({ certificatePem: 'x', privateKeyPem })).toThrow('the certificate is not readable');
    expect(() => openSigningKey({ certificatePem, privateKeyPem: 'x' })).toThrow('the private key is not readable');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const weak = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => openSigningKey({ certificatePem, privateKeyPem: weak })).toThrow('at least 2048 bits');
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const other = curve.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => openSigningKey({ certificatePem, privateKeyPem: other })).toThrow('not an RSA key');
  });
});

describe('a signature', () => {
  test('is verified, with the digest that was told', () => {
    const { xml, digest } = signXml(PLAIN, testKey());
    expect(verifySignedXml(xml)).toMatchObject({ kind: 'valid', digest });
    expect(xml).toContain(`<ds:DigestValue>${digest}</ds:DigestValue>`);
  });

  test('does not hold for another text', () => {
    const { xml } = signXml(PLAIN, testKey());
    expect(verifySignedXml(xml.replace('1 &gt; 0', '2 &gt; 0')).kind).toBe('altered');
  });

  test('does not hold when the digest was computed again, or for another key’s certificate', () => {
    const { xml } = signXml(PLAIN, testKey());
    const other = signXml(PLAIN.replace('1 &gt; 0', '2 &gt; 0'), testKey()).xml;
    const value = /<ds:SignatureValue>[^<]*/;
    expect(verifySignedXml(other.replace(value, value.exec(xml)?.[0] ?? '')).kind).toBe('forged');
    const { certificate } = openSigningKey(testCertificate());
    const swapped = xml.replace(/<ds:X509Certificate>[^<]*/, `<ds:X509Certificate>${certificate}`);
    expect(verifySignedXml(swapped).kind).toBe('forged');
  });

  test('is missed where there is none, or two', () => {
    const { xml } = signXml(PLAIN, testKey());
    const signature = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? '';
    expect(verifySignedXml(PLAIN).kind).toBe('unsigned');
    expect(verifySignedXml(xml.replace(signature, signature + signature)).kind).toBe('unsigned');
  });

  test('needs exactly one place', () => {
    expect(() => signXml('<a></a>', testKey())).toThrow(RangeError);
    expect(() => signXml(`<a>${SIGNATURE_PLACE}${SIGNATURE_PLACE}</a>`, testKey())).toThrow(RangeError);
  });
});
