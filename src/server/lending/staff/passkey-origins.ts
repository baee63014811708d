import { ConfigError, type Environment, readText } from '#server/kit/config.ts';
import { isOriginForPasskeys } from '#server/kit/passkeys.ts';

/** Tells whether passkeys work at an address of the desk: `https://mesa.lender.example`. */
export interface PasskeyOrigins {
  readonly has: (origin: string) => boolean;
  /** For people who came by another one. */
  readonly told: string;
}

/** Without a setting: this machine and tunnels to it, whatever the port. */
export const ANY_LOCALHOST: PasskeyOrigins = {
  has: (origin) => /^http:\/\/localhost(?::\d{1,5})?$/.test(origin),
  told: 'http://localhost',
};

/**
 * Reads `DESK_ORIGINS`: every address of the desk, with commas between them, as browsers write it. A passkey belongs to
 * the host of one of them, and browsers have passkeys on a safe line or on `localhost` alone. Undefined when it is not set.
 */
export function readPasskeyOrigins(env: Environment): PasskeyOrigins | undefined {
  const text = readText(env, 'DESK_ORIGINS');
  if (text === undefined) return undefined;
  const origins = text.split(',').map((part) => part.trim());
  const wrong = origins.find((origin) => !isOriginForPasskeys(origin));
  if (wrong === undefined) return { has: (origin) => origins.includes(origin), told: origins.join(', ') };
  throw new ConfigError(
    `DESK_ORIGINS must be addresses such as https://mesa.example or http://localhost:14331, with commas between them and nothing behind the host, but it has "${wrong}".`,
  );
}
