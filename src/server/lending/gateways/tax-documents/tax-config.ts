import { ConfigError, type Environment, readSecureUrl, readText, refuseOpenToNetwork } from '#server/kit/config.ts';
import { openSigningKey, type SigningKey } from '#server/kit/sign-xml.ts';
import { type Availability, readGroup } from '../read-group.ts';
import { sandboxKey } from './sandbox-cdr.ts';
import type { SunatSettings } from './sunat-service.ts';
import type { TaxFilesSettings } from './tax-files.ts';

export interface TaxConfig {
  readonly tax: Availability<TaxServiceSettings>;
  /** Certificate and key of documents: opened when it is needed, because the sandbox makes its own. */
  readonly taxKey: Availability<() => SigningKey>;
}

/** The tax authority’s own service, or the folder of a provider of electronic invoicing. */
export type TaxServiceSettings =
  | { readonly adapter: 'sunat'; readonly settings: SunatSettings }
  | { readonly adapter: 'files'; readonly settings: TaxFilesSettings };

const TEST_SERVICE = 'https://e-beta.sunat.gob.pe/ol-ti-itcpfegem-beta/billService';
const CONSULT_SERVICE = 'https://e-factura.sunat.gob.pe/ol-it-wsconscpegem/billConsultService';
/** Of a sandbox whose lender has no RUC of its own. */
export const SANDBOX_RUC = '20999999990';

/**
 * Reads `SUNAT_USER`, `SUNAT_PASSWORD`, `SUNAT_SERVICE_URL`, `SUNAT_CONSULT_URL`, or `TAX_FILES_DIR`, `TAX_ANSWERS_DIR`,
 * `TAX_SENT_DIR`; and `TAX_CERTIFICATE`, `TAX_KEY`. Without any the sandbox’s authority and key, or outside of it none.
 */
export function readTaxDocuments(
  env: Environment,
  { sandbox, baseUrl }: { readonly sandbox: boolean; readonly baseUrl: string },
): TaxConfig {
  const ruc = readText(env, 'PROVIDER_RUC') ?? SANDBOX_RUC;
  const real = readService(env, ruc);
  const key = readKey(env);
  if (real) refuseOpenToNetwork(env, 'The service for tax documents is a real one');
  if (real && !key) {
    throw new ConfigError('TAX_CERTIFICATE and TAX_KEY are missing: a tax document is signed before it is sent.');
  }
  if (real?.adapter === 'sunat' && real.settings.serviceUrl !== TEST_SERVICE && key?.isSelfSigned) {
    throw new ConfigError('TAX_CERTIFICATE is signed by nobody but its owner: only the test service takes it.');
  }
  const stand = { adapter: 'sunat', settings: sandboxSettings(baseUrl, ruc) } as const;
  const none = (why: string) => ({ kind: 'unavailable', why }) as const;
  return {
    tax: real
      ? { kind: 'real', settings: real }
      : sandbox
        ? { kind: 'sandbox', settings: stand }
        : none('SUNAT_USER is not set, and TAX_FILES_DIR is not set'),
    taxKey: key
      ? { kind: 'real', settings: () => key }
      : sandbox
        ? { kind: 'sandbox', settings: () => sandboxKey(ruc) }
        : none('TAX_CERTIFICATE is not set'),
  };
}

function sandboxSettings(baseUrl: string, ruc: string): SunatSettings {
  const path = `${baseUrl}/sandbox/sunat`;
  return {
    serviceUrl: `${path}/billService`,
    consultUrl: `${path}/billConsultService`,
    user: `${ruc}MODDATOS`,
    password: 'sandbox',
  };
}

function readService(env: Environment, ruc: string): TaxServiceSettings | undefined {
  const sunat = readSunat(env, ruc);
  const files = readFiles(env);
  if (sunat && files) {
    throw new ConfigError('SUNAT_USER and TAX_FILES_DIR are both set: tax documents leave by one of them.');
  }
  return sunat ? { adapter: 'sunat', settings: sunat } : files && { adapter: 'files', settings: files };
}

function readSunat(env: Environment, ruc: string): SunatSettings | undefined {
  const optional = { SUNAT_SERVICE_URL: TEST_SERVICE, SUNAT_CONSULT_URL: CONSULT_SERVICE };
  const group = readGroup(env, 'SUNAT', ['SUNAT_USER', 'SUNAT_PASSWORD'], optional);
  if (!group) return undefined;
  const serviceUrl = readSecureUrl('SUNAT_SERVICE_URL', group.SUNAT_SERVICE_URL);
  const consultUrl = readSecureUrl('SUNAT_CONSULT_URL', group.SUNAT_CONSULT_URL);
  return {
    serviceUrl,
    // The test service keeps nothing that could be asked for.
    consultUrl: serviceUrl === TEST_SERVICE ? undefined : consultUrl,
    user: `${ruc}${group.SUNAT_USER}`,
    password: group.SUNAT_PASSWORD,
  };
}

function readFiles(env: Environment): TaxFilesSettings | undefined {
  const names = ['TAX_FILES_DIR', 'TAX_ANSWERS_DIR', 'TAX_SENT_DIR'] as const;
  const group = readGroup(env, 'The exchange of tax documents by files', names, {});
  if (!group) return undefined;
  const settings = {
    filesDir: group.TAX_FILES_DIR,
    answersDir: group.TAX_ANSWERS_DIR,
    sentDir: group.TAX_SENT_DIR,
  };
  if (new Set(Object.values(settings)).size < 3) {
    throw new ConfigError(`${names.join(', ')} must be three directories.`);
  }
  return settings;
}

function readKey(env: Environment): SigningKey | undefined {
  const group = readGroup(env, 'The signature of tax documents', ['TAX_CERTIFICATE', 'TAX_KEY'], {});
  if (!group) return undefined;
  try {
    return openSigningKey({ certificatePem: group.TAX_CERTIFICATE, privateKeyPem: group.TAX_KEY });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigError(`TAX_CERTIFICATE and TAX_KEY cannot be used: ${error.message}.`);
  }
}
