import { CHECK_KINDS, type CheckKind } from '#loan/requirements.ts';
import { ConfigError, type Environment, readSecureUrl, readText, refuseOpenToNetwork } from '#server/kit/config.ts';
import type { NiubizSettings } from './card/niubiz-card.ts';
import type { PagoEfectivoSettings } from './cash-code/pagoefectivo.ts';
import type { HttpChecksSettings } from './checks/http-checks.ts';
import type { BankFileSettings } from './payout/bank-file-payout.ts';
import { type Availability, readGroup } from './read-group.ts';
import type { HttpSmsSettings } from './sms/http-sms.ts';
import { readTaxDocuments, SANDBOX_RUC, type TaxConfig } from './tax-documents/tax-config.ts';
import { readTransferAccounts, SANDBOX_ACCOUNTS, type TransferAccount } from './transfer/transfer-accounts.ts';

export interface GatewayConfig extends TaxConfig {
  readonly card: Availability<NiubizSettings>;
  readonly cashCode: Availability<PagoEfectivoSettings>;
  readonly payout: Availability<BankFileSettings, { readonly apiUrl: string; readonly token: string }>;
  readonly sms: Availability<HttpSmsSettings, Record<never, never>>;
  /** The accounts for manual bank transfers. */
  readonly transfer: Availability<readonly TransferAccount[]>;
  /** Who is asked about applicants; unavailable: no provider. */
  readonly checks: Availability<HttpChecksSettings>;
  readonly deviceRisk: { readonly kind: 'rules' | 'sandbox' };
  /** Whether the stand-in is used when no mail server is set. */
  readonly mail: { readonly kind: 'sandbox' | 'none' };
}

export interface GatewayEnvironment {
  readonly sandbox: boolean;
  /** The URL by which this process reaches itself, `http://127.0.0.1:4321`, used for the sandboxes. */
  readonly baseUrl: string;
}

const NIUBIZ_API = 'https://apiprod.vnforapps.com';
const NIUBIZ_SCRIPT = 'https://static-content.vnforapps.com/v2/js/checkout.js';
const PAGOEFECTIVO_API = 'https://services.pagoefectivo.pe';
const PAGOEFECTIVO_PAGES = 'https://payment.pagoefectivo.pe,https://pagoefectivo.pe';
/** The sandbox needs no secrets: the value is the same in every process, so that several of them work together. */
const SANDBOX_SECRET = 'sandbox';

/**
 * Reads `NIUBIZ_MERCHANT_ID`, `NIUBIZ_USER`, `NIUBIZ_PASSWORD`, `NIUBIZ_API_URL`, `NIUBIZ_CHECKOUT_URL`;
 * `PAGOEFECTIVO_SERVICE_ID`, `PAGOEFECTIVO_ACCESS_KEY`, `PAGOEFECTIVO_SECRET_KEY`, `PAGOEFECTIVO_API_URL`,
 * `PAGOEFECTIVO_CODE_ORIGINS`;
 * `PAYOUT_ORDERS_DIR`, `PAYOUT_RESULTS_DIR`, `PAYOUT_ARCHIVE_DIR`, `PAYOUT_FILES`; `SMS_URL`, `SMS_TOKEN`, `SMS_SENDER`;
 * `TRANSFER_ACCOUNTS`; `CHECKS_URL`, `CHECKS_TOKEN`, `CHECKS_PROVIDER`, `CHECKS_KINDS`;
 * and those of tax documents (`readTaxDocuments`). A provider without any of its variables is the sandbox’s, or outside
 * the sandbox not offered.
 * Throws a `ConfigError`, one sentence, when a provider is half configured, or a real one is outside production and
 * `OPEN_TO_NETWORK=1` does not say that it is meant.
 */
export function readGatewayConfig(env: Environment, { sandbox, baseUrl }: GatewayEnvironment): GatewayConfig {
  const offer = <Real, Sandbox>(real: Real | undefined, stand: Sandbox, name: string): Availability<Real, Sandbox> => {
    if (real === undefined) {
      return sandbox ? { kind: 'sandbox', settings: stand } : { kind: 'unavailable', why: `${name} is not set` };
    }
    refuseOpenToNetwork(env, `${name} is of a real provider`);
    return { kind: 'real', settings: real };
  };
  return {
    card: offer(readNiubiz(env), sandboxNiubizSettings(baseUrl), 'NIUBIZ_MERCHANT_ID'),
    cashCode: offer(readPagoEfectivo(env), sandboxPagoEfectivoSettings(baseUrl), 'PAGOEFECTIVO_SERVICE_ID'),
    payout: offer(readPayout(env), { apiUrl: `${baseUrl}/sandbox/bank`, token: SANDBOX_SECRET }, 'PAYOUT_ORDERS_DIR'),
    sms: offer(readSms(env), {}, 'SMS_URL'),
    transfer: offer(readAccounts(env), SANDBOX_ACCOUNTS, 'TRANSFER_ACCOUNTS'),
    checks: isWithoutChecks(env)
      ? { kind: 'unavailable', why: 'CHECKS_KINDS is "none"' }
      : offer(readChecks(env), sandboxChecksSettings(baseUrl), 'CHECKS_URL'),
    ...readTaxDocuments(env, { sandbox, baseUrl }),
    deviceRisk: { kind: sandbox ? 'sandbox' : 'rules' },
    mail: { kind: sandbox ? 'sandbox' : 'none' },
  };
}

function sandboxNiubizSettings(baseUrl: string): NiubizSettings {
  return {
    apiUrl: `${baseUrl}/sandbox/niubiz`,
    // Relative to the browser's origin, which may differ from the address this process uses.
    scriptUrl: '/sandbox/niubiz/checkout.js',
    merchantId: '456879852',
    user: SANDBOX_SECRET,
    password: SANDBOX_SECRET,
    ruc: SANDBOX_RUC,
  };
}

function sandboxPagoEfectivoSettings(baseUrl: string): PagoEfectivoSettings {
  const apiUrl = `${baseUrl}/sandbox/pagoefectivo`;
  return { apiUrl, serviceId: '1000', accessKey: SANDBOX_SECRET, secretKey: SANDBOX_SECRET };
}

function sandboxChecksSettings(baseUrl: string): HttpChecksSettings {
  const apiUrl = `${baseUrl}/sandbox/checks`;
  return { apiUrl, token: SANDBOX_SECRET, provider: 'Central de Prueba S.A.', kinds: CHECK_KINDS };
}

function readNiubiz(env: Environment): NiubizSettings | undefined {
  const optional = { NIUBIZ_API_URL: NIUBIZ_API, NIUBIZ_CHECKOUT_URL: NIUBIZ_SCRIPT };
  const group = readGroup(env, 'Niubiz', ['NIUBIZ_MERCHANT_ID', 'NIUBIZ_USER', 'NIUBIZ_PASSWORD'], optional);
  if (!group) return undefined;
  if (!/^\d{1,12}$/.test(group.NIUBIZ_MERCHANT_ID)) {
    throw new ConfigError(`NIUBIZ_MERCHANT_ID must be a number, but it is "${group.NIUBIZ_MERCHANT_ID}".`);
  }
  return {
    apiUrl: readSecureUrl('NIUBIZ_API_URL', group.NIUBIZ_API_URL),
    scriptUrl: readSecureUrl('NIUBIZ_CHECKOUT_URL', group.NIUBIZ_CHECKOUT_URL),
    merchantId: group.NIUBIZ_MERCHANT_ID,
    user: group.NIUBIZ_USER,
    password: group.NIUBIZ_PASSWORD,
    // Its form is checked where the lender's own data are read.
    ruc: readText(env, 'PROVIDER_RUC') ?? SANDBOX_RUC,
  };
}

function readPagoEfectivo(env: Environment): PagoEfectivoSettings | undefined {
  const names = ['PAGOEFECTIVO_SERVICE_ID', 'PAGOEFECTIVO_ACCESS_KEY', 'PAGOEFECTIVO_SECRET_KEY'] as const;
  const optional = { PAGOEFECTIVO_API_URL: PAGOEFECTIVO_API, PAGOEFECTIVO_CODE_ORIGINS: PAGOEFECTIVO_PAGES };
  const group = readGroup(env, 'PagoEfectivo', names, optional);
  if (!group) return undefined;
  if (!/^\d{1,12}$/.test(group.PAGOEFECTIVO_SERVICE_ID)) {
    throw new ConfigError(`PAGOEFECTIVO_SERVICE_ID must be a number, but it is "${group.PAGOEFECTIVO_SERVICE_ID}".`);
  }
  return {
    apiUrl: readSecureUrl('PAGOEFECTIVO_API_URL', group.PAGOEFECTIVO_API_URL),
    serviceId: group.PAGOEFECTIVO_SERVICE_ID,
    accessKey: group.PAGOEFECTIVO_ACCESS_KEY,
    secretKey: group.PAGOEFECTIVO_SECRET_KEY,
    codeOrigins: group.PAGOEFECTIVO_CODE_ORIGINS.split(',').map(
      (origin) => new URL(readSecureUrl('PAGOEFECTIVO_CODE_ORIGINS', origin.trim())).origin,
    ),
  };
}

function readPayout(env: Environment): BankFileSettings | undefined {
  const names = ['PAYOUT_ORDERS_DIR', 'PAYOUT_RESULTS_DIR', 'PAYOUT_ARCHIVE_DIR'] as const;
  const group = readGroup(env, 'The bank’s file exchange', names, {});
  if (!group) return undefined;
  const files = readText(env, 'PAYOUT_FILES') ?? 'single';
  if (files !== 'single' && files !== 'daily') {
    throw new ConfigError(`PAYOUT_FILES must be single or daily, but it is "${files}".`);
  }
  const { PAYOUT_ORDERS_DIR: ordersDir, PAYOUT_RESULTS_DIR: resultsDir, PAYOUT_ARCHIVE_DIR: archiveDir } = group;
  if (new Set([ordersDir, resultsDir, archiveDir]).size < 3) {
    throw new ConfigError('PAYOUT_ORDERS_DIR, PAYOUT_RESULTS_DIR and PAYOUT_ARCHIVE_DIR must be three directories.');
  }
  return { ordersDir, resultsDir, archiveDir, ...(files === 'daily' && { inBatches: true }) };
}

function readSms(env: Environment): HttpSmsSettings | undefined {
  const group = readGroup(env, 'The SMS provider', ['SMS_URL', 'SMS_TOKEN', 'SMS_SENDER'], {});
  return group && { url: readSecureUrl('SMS_URL', group.SMS_URL), token: group.SMS_TOKEN, sender: group.SMS_SENDER };
}

/** So that the sandbox shows a lender without a provider too. */
function isWithoutChecks(env: Environment): boolean {
  return readText(env, 'CHECKS_KINDS') === 'none';
}

function readChecks(env: Environment): HttpChecksSettings | undefined {
  const names = ['CHECKS_URL', 'CHECKS_TOKEN', 'CHECKS_PROVIDER'] as const;
  const group = readGroup(env, 'The provider of checks', names, { CHECKS_KINDS: CHECK_KINDS.join(',') });
  if (!group) return undefined;
  const kinds = group.CHECKS_KINDS.split(',').map((kind) => kind.trim());
  const strange = kinds.find((kind) => !CHECK_KINDS.includes(kind as CheckKind));
  if (strange !== undefined) {
    throw new ConfigError(`CHECKS_KINDS must be of ${CHECK_KINDS.join(',')}, or none, but there is "${strange}".`);
  }
  return {
    apiUrl: readSecureUrl('CHECKS_URL', group.CHECKS_URL),
    token: group.CHECKS_TOKEN,
    provider: group.CHECKS_PROVIDER,
    kinds: kinds as CheckKind[],
  };
}

function readAccounts(env: Environment): readonly TransferAccount[] | undefined {
  const text = readText(env, 'TRANSFER_ACCOUNTS');
  if (text === undefined) return undefined;
  const accounts = readTransferAccounts(text);
  if ('wrong' in accounts || accounts.length === 0) {
    const entry = 'wrong' in accounts ? accounts.wrong : text;
    throw new ConfigError(
      `TRANSFER_ACCOUNTS must look like bank|account|CCI; bank|account|CCI, but there is "${entry}".`,
    );
  }
  return accounts;
}
