import { createHash, createPrivateKey, type KeyObject, sign, verify, X509Certificate } from 'node:crypto';
import { readXml, xmlElement } from './xml.ts';

const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
/** Namespace of signatures, which the root of a document to be signed must declare as `ds`. */
export const DS_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';
/** Where a signature is put: an empty element, of which a document must have exactly one. */
export const SIGNATURE_PLACE = '<ext:ExtensionContent></ext:ExtensionContent>';
const MIN_BITS = 2048;

/** Certificate and private key that documents are signed with. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  /** The certificate, DER in base64. */
  readonly certificate: string;
  /** Of the certificate, for people: `CN=…`. */
  readonly subject: string;
  readonly serialNumber: string;
  /** Milliseconds since 1970. An ended certificate is opened too: whether to sign with it is for the caller. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** One that nobody but its owner has signed is good for a test service only. */
  readonly isSelfSigned: boolean;
}

/**
 * Opens a certificate and its private key, both PEM.
 * @throws RangeError with a sentence when one of them is unreadable, or they do not belong together
 */
export function openSigningKey(pem: { readonly certificatePem: string; readonly privateKeyPem: string }): SigningKey {
  const certificate = orSay('the certificate is not readable as PEM', () => new X509Certificate(pem.certificatePem));
  const privateKey = orSay('the private key is not readable as PEM without a password', () =>
    createPrivateKey(pem.privateKeyPem),
  );
  if (privateKey.asymmetricKeyType !== 'rsa' || (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) < MIN_BITS) {
    throw new RangeError(`the private key is not an RSA key of at least ${MIN_BITS} bits`);
  }
  if (!certificate.checkPrivateKey(privateKey)) throw new RangeError('the private key is of another certificate');
  return {
    privateKey,
    certificate: certificate.raw.toString('base64'),
    subject: certificate.subject.replaceAll('\n', ', '),
    serialNumber: certificate.serialNumber,
    validFrom: certificate.validFromDate.getTime(),
    validUntil: certificate.validToDate.getTime(),
    isSelfSigned: certificate.verify(certificate.publicKey),
  };
}

function orSay<Value>(sentence: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw new RangeError(sentence, { cause: error });
  }
}

export interface SignedXml {
  readonly xml: string;
  /** The DigestValue, which printed forms show. */
  readonly digest: string;
}

/**
 * Signs a document (XML-DSig, enveloped, RSA-SHA256). It must be in canonical form below its declaration, as
 * `xmlElement` writes it: its bytes are then what a verifier's canonical form has, and no library has to compute it.
 * The signature's own canonical form is inclusive, so it carries the namespaces of the root.
 * @throws RangeError when there is not exactly one place for the signature
 */
export function signXml(xml: string, key: SigningKey): SignedXml {
  const place = xml.indexOf(SIGNATURE_PLACE);
  if (place < 0 || xml.indexOf(SIGNATURE_PLACE, place + 1) >= 0) throw new RangeError('no place for one signature');
  const digest = digestOf(xml);
  const content = signedInfoContent(digest);
  const value = sign('sha256', Buffer.from(signedInfo(content, namespacesOf(xml))), key.privateKey).toString('base64');
  const signature = xmlElement(
    'ds:Signature',
    [
      xmlElement('ds:SignedInfo', content),
      xmlElement('ds:SignatureValue', value),
      xmlElement('ds:KeyInfo', [xmlElement('ds:X509Data', [xmlElement('ds:X509Certificate', key.certificate)])]),
    ],
    { Id: SIGNATURE_ID },
  );
  const inside = place + SIGNATURE_PLACE.indexOf('</');
  return { xml: `${xml.slice(0, inside)}${signature}${xml.slice(inside)}`, digest };
}

/** The name by which a document refers to its signature. */
export const SIGNATURE_ID = 'SignatureSP';

function withoutDeclaration(xml: string): string {
  return xml.replace(/^<\?xml [^?]*\?>\s*/, '').trimEnd();
}

function digestOf(xml: string): string {
  return createHash('sha256').update(withoutDeclaration(xml)).digest('base64');
}

function signedInfoContent(digest: string): string[] {
  const algorithm = (name: string, uri: string) => xmlElement(name, '', { Algorithm: uri });
  return [
    algorithm('ds:CanonicalizationMethod', C14N),
    algorithm('ds:SignatureMethod', RSA_SHA256),
    xmlElement(
      'ds:Reference',
      [
        xmlElement('ds:Transforms', [algorithm('ds:Transform', ENVELOPED)]),
        algorithm('ds:DigestMethod', SHA256),
        xmlElement('ds:DigestValue', digest),
      ],
      { URI: '' },
    ),
  ];
}

/** The signed information as a verifier sees it: with every namespace that is declared around it. */
function signedInfo(content: readonly string[], namespaces: Readonly<Record<string, string>>): string {
  return xmlElement('ds:SignedInfo', content, namespaces);
}

function namespacesOf(xml: string): Record<string, string> {
  const root = /^<[^>]*>/.exec(withoutDeclaration(xml))?.[0] ?? '';
  const found = [...root.matchAll(/ (xmlns(?::[\w.-]+)?)="([^"]*)"/g)];
  return Object.fromEntries(found.map(([, name, uri]) => [name, uri]));
}

export type Verification =
  | { readonly kind: 'valid'; readonly digest: string; readonly certificate: X509Certificate }
  | { readonly kind: 'unsigned' | 'altered' | 'forged' };

/**
 * Checks a signature of the form that `signXml` writes: `altered` when the document is not what was signed, `forged`
 * when the signature is not of the key in its certificate. A valid signature of another form is `unsigned` here: the
 * sandbox reads our own documents only. Whose certificate it is, and until when, is for the caller.
 */
export function verifySignedXml(xml: string): Verification {
  const [found, again] = xml.matchAll(/<ds:Signature [\s\S]*?<\/ds:Signature>/g);
  if (!found || again || !readXml(Buffer.from(xml))) return { kind: 'unsigned' };
  const [signature] = found;
  const parts = SIGNATURE_FORM.exec(signature);
  const certificate = parts?.[3] === undefined ? undefined : certificateOf(parts[3]);
  if (!parts || !certificate) return { kind: 'unsigned' };
  const [, info = '', value = ''] = parts;
  const digest = digestOf(xml.replace(signature, ''));
  if (info !== signedInfoContent(digest).join('')) return { kind: 'altered' };
  const signed = Buffer.from(signedInfo([info], namespacesOf(xml)));
  const isItsOwn = verify('sha256', signed, certificate.publicKey, Buffer.from(value, 'base64'));
  return isItsOwn ? { kind: 'valid', digest, certificate } : { kind: 'forged' };
}

const SIGNATURE_FORM =
  /^<ds:Signature Id="[\w-]+"><ds:SignedInfo>([\s\S]*)<\/ds:SignedInfo><ds:SignatureValue>([\w+/=]+)<\/ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>([\w+/=]+)<\/ds:X509Certificate><\/ds:X509Data><\/ds:KeyInfo><\/ds:Signature>$/;

function certificateOf(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}
