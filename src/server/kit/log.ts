import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Names whose values never reach a log, however deep they stand; letter case does not matter. */
const SECRET_NAMES = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'auth',
  'token',
  'password',
  'otp',
  'dni',
  'documentnumber',
  'phone',
  'email',
  'cardnumber',
  'accountnumber',
  'cci',
  'databaseurl',
]);

const CENSORED = '[x]';
/** Nothing of ours is deeper; what is, is left out rather than looked through. */
const MAX_DEPTH = 6;

/**
 * Structured logs, one JSON object per line: a line break inside a value is escaped, so no request can forge an entry.
 * @param destination where lines go; standard output unless told
 */
export function createLog(
  options: { readonly level: LogLevel; readonly name: string },
  destination?: DestinationStream,
): Log {
  const settings: LoggerOptions = {
    level: options.level,
    // Host name and process id tell an operator nothing the platform does not know.
    base: { service: options.name },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // Not pino's own redaction: that looks names up path by path, which costs more than writing the line.
    formatters: {
      level: (label) => ({ level: label }),
      log: (entry) => withoutSecrets(entry, 0) as Record<string, unknown>,
    },
    serializers: { err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error), 0) },
  };
  return destination ? pino(settings, destination) : pino(settings);
}

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Errors and dates know how to write themselves.
  if (value instanceof Error || value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return CENSORED;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  const clean: Record<string, unknown> = {};
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name];
    clean[name] = SECRET_NAMES.has(name.toLowerCase()) ? CENSORED : withoutSecrets(inner, depth + 1);
  }
  return clean;
}
