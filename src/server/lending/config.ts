import { AMOUNT_SEPARATORS } from '#i18n/format.ts';
import {
  ConfigError,
  type Environment,
  isLoopback,
  readChoice,
  readHandedSocket,
  readListener,
  readOperatorToken,
  readProduction,
  readSiteUrl,
  readSwitch,
  readText,
  readTrustedProxies,
  readWholeNumber,
  refuseSharedSecrets,
  requireVariables,
} from '#server/kit/config.ts';
import { type DatabaseLocation, MAX_CONNECTIONS, requireTls } from '#server/kit/db.ts';
import type { ListenOptions } from '#server/kit/listen.ts';
import { LOG_LEVELS, type LogLevel } from '#server/kit/log.ts';
import { MIGRATION_LIMITS, type MigrationLimits } from '#server/kit/migrate.ts';
import { readOperationsListener } from '#server/kit/operations-listener.ts';
import { isOriginForPasskeys } from '#server/kit/passkeys.ts';
import type { Provider } from './documents/document-head.ts';
import { readVaultLocation, type VaultLocation } from './people/vault-keys.ts';
import { type PasskeyOrigins, readPasskeyOrigins } from './staff/passkey-origins.ts';
import { readStaffNetworks, type StaffNetworks } from './staff/staff-networks.ts';

/** Variables that production does not start without, and what each is for. */
export const NEEDED = {
  DATABASE_URL: 'the PostgreSQL server, as postgresql://user:password@host:5432/database',
  SITE_URL: 'the address visitors use, as https://example.pe',
  TRUSTED_PROXIES: 'how many proxies in front set X-Forwarded-For, 0 for none',
  PROVIDER_LEGAL_NAME: 'the name printed on complaint sheets',
  PROVIDER_RUC: 'the RUC printed on complaint sheets',
  PROVIDER_ADDRESS: 'the address printed on complaint sheets',
  SMTP_URL: 'the mail server, as smtps://user:password@host:465',
  MAIL_FROM: 'the sender of e-mails, as Name <address>',
  VAULT_KEYS: 'the keys that seal personal data, as id:key,…',
  VAULT_INDEX_KEY: 'the key by which people are found',
} as const;

/** The configuration of the lending role, read from its environment. */
export interface LendingConfig {
  readonly port: number;
  readonly host: string;
  /** A socket that was opened for this process, in place of the two. */
  readonly fd: number | undefined;
  readonly database: DatabaseLocation;
  /** Connections to PostgreSQL of this process. */
  readonly maxConnections: number;
  readonly migrationLimits: MigrationLimits;
  /** How long a process that is told to stop serves on, while `/readyz` already says that it is not ready. */
  readonly drainMs: number;
  readonly production: boolean;
  /** Sandbox gateways, a movable business date, and the last rate cap carried forward. */
  readonly sandbox: boolean;
  /** Number of our own proxies in front: that many entries of `X-Forwarded-For` are trusted. */
  readonly trustedProxies: number;
  readonly logLevel: LogLevel;
  /** Whether `/api/docs` and `/api/v1/openapi.json` are served: in production only when it is asked for. */
  readonly apiDocs: boolean;
  /** The provider that complaints are addressed to, and the address of alerts to staff. */
  readonly complaintsBook: {
    readonly provider: Provider;
    readonly siteUrl: string;
    readonly alertsTo: string | undefined;
  };
  /** The lender's number in the register of the SBS (Res. SBS 650-2024), printed on contracts; undefined: none yet. */
  readonly registryNumber: string | undefined;
  /** Who is written to about each day that has ended, and where they reach the desk; undefined: nobody. */
  readonly daySummary: { readonly to: readonly string[]; readonly deskUrl: string } | undefined;
  /** Undefined in the sandbox: messages stay in the outbox. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | undefined;
  /** Of machines. Set for `start:lending`; `npm start` generates its own. */
  readonly operatorToken: string | undefined;
  /** The listener on which `start:lending` answers colleagues and monitors; undefined: the one for everybody. */
  readonly operations: ListenOptions | undefined;
  /** The lender's name in messages to clients. */
  readonly brandName: string;
  /** The signs of amounts in papers, messages, at the desk and in files; the publisher must be given the same. */
  readonly amountSeparators: (typeof AMOUNT_SEPARATORS)[number];
  /**
   * Networks from which staff may open a client's account. Undefined: private networks in production, any network
   * elsewhere.
   */
  readonly staffNetworks: StaffNetworks | undefined;
  /** Addresses of the desk where colleagues have passkeys; undefined: this machine and tunnels to it. */
  readonly passkeyOrigins: PasskeyOrigins | undefined;
  /** The place of the encryption keys of personal data. */
  readonly vault: VaultLocation;
}

/**
 * Reads `PORT`, `HOST`, `DATABASE_URL`, `MIGRATIONS_URL`, `MIGRATION_SECONDS`, `DRAIN_SECONDS` and `DATABASE_POOL_SIZE`, or `DATA_DIR`, `NODE_ENV`, `LENDER_SANDBOX`, `TRUSTED_PROXIES`, `LOG_LEVEL`,
 * `SITE_URL`, `PROVIDER_LEGAL_NAME`, `PROVIDER_RUC`, `PROVIDER_ADDRESS`, `PROVIDER_ESTABLISHMENT_CODE`, `PROVIDER_REGISTRY_NUMBER`,
 * `COMPLAINTS_ALERT_EMAIL`, `DAILY_SUMMARY_EMAIL`, `DESK_URL`, `LISTEN_FDS` and `LISTEN_PID`, `SMTP_URL`, `MAIL_FROM`, `OPERATOR_TOKEN`, `OPERATIONS_PORT`, `BRAND_NAME`, `STAFF_NETWORKS`, `DESK_ORIGINS`, `VAULT_KEYS`, `VAULT_INDEX_KEY`.
 * Throws a `ConfigError`: one sentence, or a line for each variable that production is asked for without.
 */
export function readLendingConfig(env: Environment): LendingConfig {
  const production = readProduction(env);
  const sandbox = readSwitch(env, 'LENDER_SANDBOX');
  if (production && sandbox) {
    throw new ConfigError('LENDER_SANDBOX=1 is play money: production refuses to start with it.');
  }
  if (production) requireVariables(env, NEEDED);
  refuseSharedSecrets(env);
  return {
    ...readListener(env, { port: 4321, hostInProduction: '0.0.0.0' }),
    fd: readHandedSocket(env),
    database: readDatabase(env, production),
    maxConnections: readWholeNumber(env, 'DATABASE_POOL_SIZE', { byDefault: MAX_CONNECTIONS, min: 3, max: 500 }),
    migrationLimits: readMigrationLimits(env),
    drainMs: readWholeNumber(env, 'DRAIN_SECONDS', { byDefault: 0, min: 0, max: 60 }) * 1000,
    production,
    sandbox,
    trustedProxies: readTrustedProxies(env),
    logLevel: readLogLevel(env, production),
    apiDocs: readText(env, 'API_DOCS') === undefined ? !production : readSwitch(env, 'API_DOCS'),
    complaintsBook: readComplaintsBook(env),
    registryNumber: readRegistryNumber(env),
    daySummary: readDaySummary(env),
    mail: readMail(env, production),
    operatorToken: readOperatorToken(env),
    operations: readOperationsListener(env),
    brandName: readText(env, 'BRAND_NAME') ?? BRAND_NAME,
    amountSeparators: readChoice(env, 'AMOUNT_SEPARATORS', AMOUNT_SEPARATORS, 'comma'),
    staffNetworks: readStaffNetworks(env),
    passkeyOrigins: readPasskeyOrigins(env),
    vault: readVaultLocation(env, production),
  };
}

/** Reads what `--migrate-only` needs: nothing but the database, as its owner, and the name of the service's user. */
export function readMigrationConfig(env: Environment): Pick<LendingConfig, 'migrationLimits'> & {
  readonly database: { readonly databaseUrl: string; readonly migrationsUrl: string };
} {
  const { DATABASE_URL } = NEEDED;
  requireVariables(env, { DATABASE_URL, MIGRATIONS_URL: 'the same database as the owner of its tables' });
  const [databaseUrl = '', migrationsUrl = ''] = ['DATABASE_URL', 'MIGRATIONS_URL'].map((name) => readText(env, name));
  readDatabase(env, readProduction(env));
  return { database: { databaseUrl, migrationsUrl }, migrationLimits: readMigrationLimits(env) };
}

function readMigrationLimits(env: Environment): MigrationLimits {
  const byDefault = MIGRATION_LIMITS.totalMs / 1000;
  const seconds = readWholeNumber(env, 'MIGRATION_SECONDS', { byDefault, min: 1, max: 3600 });
  return { ...MIGRATION_LIMITS, totalMs: seconds * 1000 };
}

/** Security events are written at `info`: in production no level may leave them out. */
function readLogLevel(env: Environment, production: boolean): LogLevel {
  const level = readChoice(env, 'LOG_LEVEL', LOG_LEVELS, 'info');
  if (!production || level === 'info' || level === 'debug') return level;
  throw new ConfigError(
    `LOG_LEVEL must be info or debug in production, but it is "${level}": security events are info.`,
  );
}

function readDatabase(env: Environment, production: boolean): DatabaseLocation {
  const databaseUrl = readText(env, 'DATABASE_URL');
  if (databaseUrl !== undefined) {
    const migrationsUrl = readText(env, 'MIGRATIONS_URL');
    checkDatabaseUrl('DATABASE_URL', databaseUrl, production);
    if (migrationsUrl !== undefined) checkDatabaseUrl('MIGRATIONS_URL', migrationsUrl, production);
    return { databaseUrl, ...(migrationsUrl !== undefined && { migrationsUrl }) };
  }
  const dataDir = readText(env, 'DATA_DIR');
  if (dataDir !== undefined) return { dataDir };
  throw new ConfigError(
    'The lending role started alone needs DATABASE_URL (a PostgreSQL server), or DATA_DIR for the embedded database.',
  );
}

function checkDatabaseUrl(name: string, url: string, production: boolean): void {
  if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new ConfigError(`${name} must look like postgresql://user:password@host:5432/database.`);
  }
  if (production) requireTls(name, url);
}

/** The product's own name. */
export const BRAND_NAME = 'Mañay';

/** The lender of the sandbox; its RUC belongs to a series that is never assigned. */
export const SANDBOX_PROVIDER: Provider = {
  legalName: 'Mañay Préstamos S.A.C.',
  ruc: '20999999990',
  address: 'Av. Ejemplo 100, Miraflores, Lima',
  establishmentCode: '0001',
};

/** The complaints book of tests and benchmarks. */
export const SANDBOX_BOOK: LendingConfig['complaintsBook'] = {
  provider: SANDBOX_PROVIDER,
  siteUrl: 'http://localhost:4321',
  alertsTo: undefined,
};

function readComplaintsBook(env: Environment): LendingConfig['complaintsBook'] {
  const ruc = readText(env, 'PROVIDER_RUC') ?? SANDBOX_PROVIDER.ruc;
  if (!/^\d{11}$/.test(ruc)) throw new ConfigError(`PROVIDER_RUC must have 11 digits, but it is "${ruc}".`);
  const port = readText(env, 'PORT') ?? '4321';
  const siteUrl = readSiteUrl(env, `http://localhost:${port}`);
  if (readProduction(env) && !isOriginForPasskeys(siteUrl)) {
    throw new ConfigError(`SITE_URL must have a host name, because passkeys belong to one, but it is "${siteUrl}".`);
  }
  return {
    provider: {
      legalName: readText(env, 'PROVIDER_LEGAL_NAME') ?? SANDBOX_PROVIDER.legalName,
      ruc,
      address: readText(env, 'PROVIDER_ADDRESS') ?? SANDBOX_PROVIDER.address,
      establishmentCode: readText(env, 'PROVIDER_ESTABLISHMENT_CODE') ?? SANDBOX_PROVIDER.establishmentCode,
    },
    siteUrl,
    alertsTo: readText(env, 'COMPLAINTS_ALERT_EMAIL'),
  };
}

/** The lender of the sandbox has a number that is never given; a lender of its own has none until it says so. */
function readRegistryNumber(env: Environment): string | undefined {
  const number = readText(env, 'PROVIDER_REGISTRY_NUMBER');
  if (number === undefined) return readText(env, 'PROVIDER_RUC') === undefined ? '000-2026' : undefined;
  if (/^\d{1,6}-(?:19|20)\d{2}$/.test(number)) return number;
  throw new ConfigError(`PROVIDER_REGISTRY_NUMBER must look like 123-2026, but it is "${number}".`);
}

/** One address or several, with commas between them. */
function readDaySummary(env: Environment): LendingConfig['daySummary'] {
  const to = (readText(env, 'DAILY_SUMMARY_EMAIL') ?? '').split(',').map((address) => address.trim());
  const addresses = to.filter((address) => address !== '');
  if (addresses.length === 0) return undefined;
  const wrong = addresses.find((address) => !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address));
  if (wrong !== undefined) throw new ConfigError(`DAILY_SUMMARY_EMAIL must be addresses, but "${wrong}" is not one.`);
  const deskUrl = readText(env, 'DESK_URL') ?? readComplaintsBook(env).siteUrl;
  if (!/^https?:\/\//.test(deskUrl) || !URL.canParse(deskUrl)) {
    throw new ConfigError('DESK_URL must look like https://mesa.example.');
  }
  return { to: [...new Set(addresses)], deskUrl: deskUrl.replace(/\/+$/, '') };
}

function readMail(env: Environment, production: boolean): LendingConfig['mail'] {
  const smtpUrl = readText(env, 'SMTP_URL');
  if (smtpUrl === undefined) return undefined;
  if (!/^smtps?:\/\//.test(smtpUrl) || !URL.canParse(smtpUrl)) {
    throw new ConfigError('SMTP_URL must look like smtps://user:password@host:465.');
  }
  if (production) requireEncryptedMail(smtpUrl);
  const from = readText(env, 'MAIL_FROM');
  if (from === undefined) throw new ConfigError('MAIL_FROM is needed with SMTP_URL: the sender, as Name <address>.');
  return { smtpUrl, from };
}

/** A server that offers no encryption is then not sent to; a relay on this machine needs none. */
function requireEncryptedMail(smtpUrl: string): void {
  const { protocol, hostname, searchParams } = new URL(smtpUrl);
  if (isLoopback(hostname)) return;
  const weakened = ['ignoreTLS', 'secure', 'opportunisticTLS', 'tls.rejectUnauthorized', 'tls'];
  const isRequired = protocol === 'smtps:' || searchParams.getAll('requireTLS').join() === 'true';
  if (isRequired && !weakened.some((name) => searchParams.has(name))) return;
  throw new ConfigError('SMTP_URL must be smtps://… or end in ?requireTLS=true: production encrypts what it sends.');
}
