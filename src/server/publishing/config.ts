import { resolve } from 'node:path';
import { AMOUNT_SEPARATORS } from '#i18n/format.ts';
import {
  ConfigError,
  type Environment,
  readChoice,
  readListener,
  readProduction,
  readSecret,
  readSecureUrl,
  readSiteUrl,
  readSwitch,
  readText,
  readTrustedProxies,
  readWholeNumber,
  refuseSharedSecrets,
  requireVariables,
} from '#server/kit/config.ts';
import { requireTls } from '#server/kit/db.ts';
import { REGIONS } from '#storyblok/regions.ts';

/** The validated environment of the composition root. The lending role reads its own (lending/config.ts). */
export interface StartConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** The public site's address, without a trailing slash. */
  readonly siteUrl: string;
  /** The signs of amounts on every page; the lending role must be given the same. */
  readonly amountSeparators: (typeof AMOUNT_SEPARATORS)[number];
  /** The two tag-manager containers as `GTM-…,GTM-…`; without them no page asks for consent. */
  readonly tagManagerIds: string | undefined;
  /**
   * Origins of the card provider's form; undefined for the provider's defaults, empty for the sandbox, whose form is
   * ours.
   */
  readonly cardOrigins: readonly string[] | undefined;
  /** The external public site (product-spec §2, §4), where logo and log-out lead; without it this site's home page. */
  readonly publicSiteUrl: string | undefined;
  /** Origins of the partners that may show the iframe pages in their frames. */
  readonly framers: readonly string[];
  /** Hosts whose home and calculators are the landing page. */
  readonly landingHosts: readonly string[];
  /** Days for which a page that was renamed is found at its former address, too. */
  readonly redirectDays: number;
  readonly sandbox: boolean;
  /** Number of our own proxies in front, for the rate limit of webhooks. */
  readonly trustedProxies: number;
  /** Stories that the embedded content service begins with, in the Storyblok CLI's push layout; only read. */
  readonly contentDir: string;
  readonly databaseUrl: string | undefined;
  /** A real Storyblok space; without it the embedded content service is used. */
  readonly storyblok:
    | {
        readonly apiUrl: string;
        readonly token: string;
        /** The secret of its webhooks' signatures. */
        readonly webhookSecret: string | undefined;
        /** For plans without a secret: the secret last segment of the webhook's address. */
        readonly webhookKey: string | undefined;
      }
    | undefined;
}

/** Variables that a site in production does not start without, and what each is for. */
export const NEEDED_BY_SITE = {
  DATABASE_URL: 'the PostgreSQL server, as postgresql://user:password@host:5432/database',
  SITE_URL: 'the address visitors use, as https://example.pe',
  STORYBLOK_TOKEN: 'the public token of the Storyblok space',
  STORYBLOK_WEBHOOK_SECRET:
    'the secret of its webhook (on a plan without secrets STORYBLOK_WEBHOOK_KEY, the end of its address)',
  TRUSTED_PROXIES: 'how many proxies in front set X-Forwarded-For, 0 for none',
} as const;

/** Refuses a site in production that lacks variables. A webhook without a secret has a key. */
export function requireForSite(env: Environment, alsoNeeded: Readonly<Record<string, string>>): void {
  const { STORYBLOK_WEBHOOK_SECRET, ...others } = NEEDED_BY_SITE;
  const hasKey = readText(env, 'STORYBLOK_WEBHOOK_KEY') !== undefined;
  requireVariables(env, { ...others, ...(!hasKey && { STORYBLOK_WEBHOOK_SECRET }), ...alsoNeeded });
}

/**
 * @param alsoNeeded what production does not start without besides, because this process has another role too
 * @throws ConfigError with one sentence that names the variable, or a line for each that is missing
 */
export function readStartConfig(
  env: Environment,
  repoDir: string,
  alsoNeeded: Readonly<Record<string, string>> = {},
): StartConfig {
  const production = readProduction(env);
  const sandbox = readText(env, 'LENDER_SANDBOX') === undefined ? !production : readSwitch(env, 'LENDER_SANDBOX');
  if (production) refuseInProduction(env, sandbox, alsoNeeded);
  refuseSharedSecrets(env);
  const listener = readListener(env, { port: 4321, hostInProduction: '127.0.0.1' });
  return {
    ...listener,
    dataDir: readDataDir(env, repoDir),
    siteUrl: readSiteUrl(env, `http://localhost:${listener.port}`),
    tagManagerIds: readTagManagers(readText(env, 'PUBLIC_TAG_MANAGER_IDS')),
    cardOrigins: readCardOrigins(env, sandbox),
    publicSiteUrl: readPublicSite(readText(env, 'PUBLIC_SITE_URL')),
    amountSeparators: readChoice(env, 'AMOUNT_SEPARATORS', AMOUNT_SEPARATORS, 'comma'),
    framers: readList(env, 'FRAME_ANCESTORS', isOrigin, 'origins such as https://partner.pe'),
    landingHosts: readList(env, 'LANDING_HOSTS', isHost, 'hosts such as oferta.example.pe').map((host) =>
      host.toLowerCase(),
    ),
    redirectDays: readWholeNumber(env, 'REDIRECT_DAYS', { byDefault: 365, min: 0, max: 3650 }),
    sandbox,
    trustedProxies: readTrustedProxies(env),
    contentDir: readContentDir(env, repoDir),
    databaseUrl: readText(env, 'DATABASE_URL'),
    storyblok: readStoryblok(env),
  };
}

/**
 * The variables of the lending role within a command of ours. What the command has decided counts, even where the
 * operator has set the same variable, or its `_FILE`.
 */
export function lendingEnvironment(env: Environment, decided: Readonly<Record<string, string>>): Environment {
  // Security events are of no use on a laptop.
  const level = readText(env, 'LOG_LEVEL') ?? (readProduction(env) ? 'info' : 'warn');
  const all = { ...decided, LOG_LEVEL: level };
  const files = new Set(Object.keys(all).map((name) => `${name}_FILE`));
  return { ...Object.fromEntries(Object.entries(env).filter(([name]) => !files.has(name))), ...all };
}

export function readDataDir(env: Environment, repoDir: string): string {
  return resolve(repoDir, readText(env, 'DATA_DIR') ?? '.data');
}

export function readContentDir(env: Environment, repoDir: string): string {
  return resolve(repoDir, readText(env, 'CONTENT_DIR') ?? 'src/server/publishing/sandbox/content-service/seed');
}

function readCardOrigins(env: Environment, sandbox: boolean): readonly string[] | undefined {
  const origins = readList(env, 'PUBLIC_CARD_ORIGINS', isSecureOrigin, 'origins such as https://card.example');
  return origins.length > 0 ? origins : sandbox ? [] : undefined;
}

function refuseInProduction(env: Environment, sandbox: boolean, alsoNeeded: Readonly<Record<string, string>>): void {
  if (sandbox) {
    throw new ConfigError('LENDER_SANDBOX=1 is refused with NODE_ENV=production: its gateways move no real money.');
  }
  requireForSite(env, alsoNeeded);
  requireTls('DATABASE_URL', readText(env, 'DATABASE_URL') ?? '');
}

/** A comma-separated list; its items are validated, because they are sent in headers. */
function readList(env: Environment, name: string, isGood: (item: string) => boolean, what: string): string[] {
  const items = (readText(env, name) ?? '').split(',').map((item) => item.trim());
  const list = items.filter((item) => item !== '');
  const bad = list.find((item) => !isGood(item));
  if (bad === undefined) return list;
  throw new ConfigError(`${name} must be a list of ${what}, separated by commas, but it has "${bad}".`);
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

function isSecureOrigin(text: string): boolean {
  return isOrigin(text) && text.startsWith('https:');
}

function isHost(text: string): boolean {
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i.test(text);
}

/** The pages validate it too (layouts/consent); here a mistake stops the start instead of the first build. */
function readTagManagers(text: string | undefined): string | undefined {
  if (text === undefined || /^GTM-[A-Z0-9]{4,12}, ?GTM-[A-Z0-9]{4,12}$/.test(text)) return text;
  throw new ConfigError(`PUBLIC_TAG_MANAGER_IDS must be two ids as GTM-ABC123,GTM-DEF456, but it is "${text}".`);
}

function readPublicSite(text: string | undefined): string | undefined {
  return text && readSecureUrl('PUBLIC_SITE_URL', text);
}

/** The Content Delivery API of the space's region, up to and with `/v2`. @throws ConfigError */
export function readContentApiUrl(env: Environment): string {
  const region = readText(env, 'STORYBLOK_REGION') ?? 'eu';
  const apiUrl = readText(env, 'STORYBLOK_API_URL') ?? REGIONS[region]?.api;
  if (apiUrl) return readSecureUrl('STORYBLOK_API_URL', apiUrl);
  throw new ConfigError(`STORYBLOK_REGION must be one of ${Object.keys(REGIONS).join(', ')}, but it is "${region}".`);
}

function readStoryblok(env: Environment): StartConfig['storyblok'] {
  const token = readText(env, 'STORYBLOK_TOKEN');
  if (!token) return undefined;
  const apiUrl = readContentApiUrl(env);
  const webhookSecret = readSecret(env, 'STORYBLOK_WEBHOOK_SECRET', {
    atLeast: 16,
    opens: 'makes the publisher work',
  });
  const webhookKey = readText(env, 'STORYBLOK_WEBHOOK_KEY');
  if (!webhookSecret && !webhookKey) {
    throw new ConfigError(
      'STORYBLOK_WEBHOOK_SECRET is needed with STORYBLOK_TOKEN: the secret of the webhook there (on a plan without secrets STORYBLOK_WEBHOOK_KEY, the end of its address).',
    );
  }
  if (webhookKey !== undefined && !/^[\w-]{32,}$/.test(webhookKey)) {
    throw new ConfigError(
      'STORYBLOK_WEBHOOK_KEY must have 32 or more letters, digits, - or _: it must not be guessed.',
    );
  }
  return { apiUrl, token, webhookSecret, webhookKey };
}
