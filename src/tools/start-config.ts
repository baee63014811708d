import { resolve } from 'node:path';

/** Everything `npm start` reads from its environment, checked. */
export interface StartConfig {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly siteUrl: string;
  readonly sandbox: boolean;
  readonly databaseUrl: string | undefined;
  /** A real Storyblok space; without it the embedded content service is used. */
  readonly storyblok: { readonly apiUrl: string; readonly token: string; readonly webhookSecret: string } | undefined;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const REGIONS: Readonly<Record<string, string>> = {
  eu: 'https://api.storyblok.com/v2',
  us: 'https://api-us.storyblok.com/v2',
  ca: 'https://api-ca.storyblok.com/v2',
  ap: 'https://api-ap.storyblok.com/v2',
  cn: 'https://app.storyblokchina.cn/v2',
};

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError with one sentence that names the variable */
export function readStartConfig(env: Variables, repoDir: string): StartConfig {
  const production = env['NODE_ENV'] === 'production';
  const port = readPort(env['PORT']);
  const sandbox = (env['LENDER_SANDBOX'] ?? (production ? '0' : '1')) === '1';
  if (production && sandbox)
    throw new ConfigError('LENDER_SANDBOX=1 is refused with NODE_ENV=production: it prints money that is not there.');
  if (production && !env['DATABASE_URL'])
    throw new ConfigError('DATABASE_URL is needed with NODE_ENV=production: a PostgreSQL connection string.');
  if (production && !env['SITE_URL'])
    throw new ConfigError(
      'SITE_URL is needed with NODE_ENV=production: where visitors find the site, as https://example.pe.',
    );
  return {
    port,
    host: env['HOST'] ?? '127.0.0.1',
    dataDir: resolve(repoDir, env['DATA_DIR'] ?? '.data'),
    siteUrl: readSiteUrl(env['SITE_URL'] ?? `http://localhost:${port}`),
    sandbox,
    databaseUrl: env['DATABASE_URL'],
    storyblok: readStoryblok(env),
  };
}

function readPort(text = '4321'): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
}

function readSiteUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).origin;
  throw new ConfigError(`SITE_URL must be an http or https address, not "${text}".`);
}

function readStoryblok(env: Variables): StartConfig['storyblok'] {
  const token = env['STORYBLOK_TOKEN'];
  if (!token) return undefined;
  const region = env['STORYBLOK_REGION'] ?? 'eu';
  const apiUrl = env['STORYBLOK_API_URL'] ?? REGIONS[region];
  if (!apiUrl)
    throw new ConfigError(`STORYBLOK_REGION must be one of ${Object.keys(REGIONS).join(', ')}, not "${region}".`);
  const webhookSecret = env['STORYBLOK_WEBHOOK_SECRET'];
  if (!webhookSecret)
    throw new ConfigError(
      'STORYBLOK_WEBHOOK_SECRET is needed with STORYBLOK_TOKEN: the secret of the webhook in Storyblok.',
    );
  return { apiUrl, token, webhookSecret };
}
