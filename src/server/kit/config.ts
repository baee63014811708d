import { readFileSync } from 'node:fs';

/** The environment a process was started with. Read once, by a pure function, and never again (house §4). */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The process cannot start with this environment. The message is one sentence for the operator, or one line for each
 * variable that is missing.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * A variable with a value; an empty one counts as not set. With `NAME_FILE` the value is in that file: so a vault's
 * agent hands over a secret that no environment and no list of processes shows (decision 0123).
 */
export function readText(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim() || undefined;
  const file = env[`${name}_FILE`]?.trim() || undefined;
  if (file === undefined) return value;
  if (value !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set: one of them is enough.`);
  return textOf(`${name}_FILE`, file);
}

function textOf(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'it is not a text';
    throw new ConfigError(`${name} names a file that cannot be read (${reason}): ${file}`);
  }
  if (text === '') throw new ConfigError(`${name} names a file that is empty: ${file}`);
  return text;
}

/** Refuses a start that lacks variables: all of them at once, each with what it is for. */
export function requireVariables(env: Environment, needed: Readonly<Record<string, string>>): void {
  const missing = Object.entries(needed).filter(([name]) => readText(env, name) === undefined);
  if (missing.length === 0) return;
  const lines = missing.map(([name, what]) => `${name} is missing: ${what}.`);
  throw new ConfigError(lines.join('\n'));
}

/** A whole number between two bounds. */
export function readWholeNumber(
  env: Environment,
  name: string,
  { byDefault, min, max }: { byDefault: number; min: number; max: number },
): number {
  const text = readText(env, name);
  if (text === undefined) return byDefault;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, but it is "${text}".`);
}

/** `1` or `true`, `0` or `false`; not set is off. Anything else is an error. */
export function readSwitch(env: Environment, name: string): boolean {
  const text = readText(env, name);
  if (text === undefined || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw new ConfigError(`${name} must be 1 or 0, but it is "${text}".`);
}

/** One of a list of words. */
export function readChoice<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  byDefault: Choice,
): Choice {
  const text = readText(env, name);
  if (text === undefined) return byDefault;
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, but it is "${text}".`);
}

const MODES = ['development', 'test', 'production'] as const;

/** Tells whether `NODE_ENV` asks for production. An unknown word stops the start, because it may be a misspelt one. */
export function readProduction(env: Environment): boolean {
  return readChoice(env, 'NODE_ENV', MODES, 'development') === 'production';
}

/** This machine itself, as a host is named in an address or given to a listener. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(host) || /^(?:\[::1\]|::1)$/.test(host);
}

/** Outside production nothing reaches the world, or is reached by it, unless `OPEN_TO_NETWORK=1` says so. */
export function refuseOpenToNetwork(env: Environment, what: string): void {
  if (readProduction(env) || readSwitch(env, 'OPEN_TO_NETWORK')) return;
  throw new ConfigError(`${what}: set NODE_ENV=production, or OPEN_TO_NETWORK=1 if that is meant.`);
}

/** Reads `PORT` and `HOST`. Outside production only this machine may connect, unless `OPEN_TO_NETWORK=1` says otherwise. */
export function readListener(
  env: Environment,
  { port, hostInProduction }: { readonly port: number; readonly hostInProduction: string },
): { readonly port: number; readonly host: string } {
  const production = readProduction(env);
  const host = readText(env, 'HOST') ?? (production ? hostInProduction : '127.0.0.1');
  if (!isLoopback(host)) refuseOpenToNetwork(env, `HOST=${host} opens what is not production to the network`);
  return { port: readWholeNumber(env, 'PORT', { byDefault: port, min: 0, max: 65_535 }), host };
}

/** The first descriptor that systemd hands over. */
const FIRST_HANDED = 3;

/**
 * Reads the socket that systemd holds for this process (`LISTEN_FDS`, `LISTEN_PID`), if it does. Connections wait in it
 * while one process ends and the next begins, so none is refused.
 */
export function readHandedSocket(env: Environment, pid: number = process.pid): number | undefined {
  if (readText(env, 'LISTEN_PID') !== String(pid)) return undefined;
  const count = readText(env, 'LISTEN_FDS');
  if (count === '1') return FIRST_HANDED;
  throw new ConfigError(`LISTEN_FDS hands over ${count ?? 'no'} sockets, but this process listens on one.`);
}

/**
 * Reads `SITE_URL`, where visitors find the site: https in production. Elsewhere it must be a name that only this
 * machine knows, unless `OPEN_TO_NETWORK=1` says otherwise, because an operator who set a public address has forgotten
 * `NODE_ENV`.
 * @returns its origin
 */
export function readSiteUrl(env: Environment, byDefault: string): string {
  const text = readText(env, 'SITE_URL');
  const production = readProduction(env);
  if (text === undefined && production) {
    throw new ConfigError('SITE_URL is missing: production needs the address visitors use, as https://example.pe.');
  }
  const url = URL.canParse(text ?? byDefault) ? new URL(text ?? byDefault) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError(`SITE_URL must be an http or https address, but it is "${text}".`);
  }
  if (production && url.protocol !== 'https:') {
    throw new ConfigError(`SITE_URL must be an https address in production, but it is "${text}".`);
  }
  if (!isLoopback(url.hostname))
    refuseOpenToNetwork(env, `SITE_URL=${url.origin} opens what is not production to the network`);
  return url.origin;
}

/**
 * Reads `TRUSTED_PROXIES`, which production must set, because either default is wrong: with 0, all clients behind a
 * proxy count as one; with more, anything a caller writes is trusted. An explicit 0 is accepted.
 */
export function readTrustedProxies(env: Environment): number {
  if (readProduction(env) && readText(env, 'TRUSTED_PROXIES') === undefined) {
    throw new ConfigError(
      'TRUSTED_PROXIES is missing: production needs to know how many proxies in front set X-Forwarded-For, 0 for none.',
    );
  }
  return readWholeNumber(env, 'TRUSTED_PROXIES', { byDefault: 0, min: 0, max: 10 });
}

/** An address that credentials or personal data are sent to: https, or http to this machine itself. */
export function readSecureUrl(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return value;
  // The address may hold a password, in front of the host or in its query.
  const shown = url?.host ? `"${url.origin}"` : /^[\w.]*$/.test(value) ? `"${value}"` : 'no address';
  throw new ConfigError(`${name} must be an https address, but it is ${shown}.`);
}

/** Different signs that a secret of 16 or more random characters has at the very least. */
const FEWEST_SIGNS = 8;
const EXAMPLE = /change.?me|example|ejemplo|password|contrase|12345678|abcdefgh/i;

/** A secret that others send to us: long enough, and neither a pattern nor an example out of a document. */
export function readSecret(
  env: Environment,
  name: string,
  { atLeast, opens }: { readonly atLeast: number; readonly opens: string },
): string | undefined {
  const secret = readText(env, name);
  if (secret === undefined) return undefined;
  if (secret.length < atLeast) throw new ConfigError(`${name} must have at least ${atLeast} characters: it ${opens}.`);
  if (new Set(secret).size < FEWEST_SIGNS || EXAMPLE.test(secret)) {
    throw new ConfigError(`${name} can be guessed: it ${opens}, make one with openssl rand -base64 32.`);
  }
  return secret;
}

const IS_SECRET = /_(?:TOKEN|SECRET|KEY|KEYS|PASSWORD)$/;

/** A secret that serves two purposes is known in two places: each has its own. */
export function refuseSharedSecrets(env: Environment): void {
  const owners = new Map<string, string>();
  const names = new Set(Object.keys(env).map((name) => name.replace(/_FILE$/, '')));
  for (const name of [...names].filter((each) => IS_SECRET.test(each) && isOurs(each))) {
    // `id:key,id:key`
    for (const secret of new Set(
      (readText(env, name) ?? '').split(',').map((part) => part.replace(/^\s*[\w-]+:/, '')),
    )) {
      const owner = owners.get(secret);
      if (secret !== '' && owner !== undefined) {
        throw new ConfigError(`${owner} and ${name} are the same: each needs a secret of its own.`);
      }
      owners.set(secret, name);
    }
  }
}

/** Only the prefixes of our own variables are looked at: other variables of the machine are not ours to judge. */
function isOurs(name: string): boolean {
  return /^(?:OPERATOR|STORYBLOK|VAULT|SMS|NIUBIZ|PAGOEFECTIVO)_/.test(name);
}

/** The token of machines and of the operators' commands. */
export function readOperatorToken(env: Environment): string | undefined {
  return readSecret(env, 'OPERATOR_TOKEN', { atLeast: 32, opens: 'opens what machines call' });
}
