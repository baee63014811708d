import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Names whose values never reach a log, at the top of an entry or up to two levels inside it. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  '"set-cookie"',
  'auth',
  'token',
  'password',
  'otp',
  'dni',
  'documentNumber',
  'phone',
  'email',
  'cardNumber',
  'accountNumber',
  'cci',
  'databaseUrl',
];

const REDACTED_PATHS = SECRET_NAMES.flatMap((name) => {
  const path = name.startsWith('"') ? `[${name}]` : `.${name}`;
  const top = name.startsWith('"') ? `[${name}]` : name;
  return [top, `*${path}`, `*.*${path}`];
});

/**
 * Structured logs, one JSON object per line: a line break inside a value is escaped, so no request can forge an entry.
 * @param destination where lines go; standard output unless told
 */
export function createLog(
  options: { readonly level: LogLevel; readonly name: string },
  destination?: DestinationStream,
): Log {
  const settings = {
    level: options.level,
    redact: { paths: REDACTED_PATHS, censor: '[x]' },
    // Host name and process id tell an operator nothing the platform does not know.
    base: { service: options.name },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(settings, destination) : pino(settings);
}
