import { readFileSync } from 'node:fs';

/** The environment a process was started with. Read once, by a pure function, and never again (house §4). */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The process cannot start with this environment. The message is one sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * A variable with a value; an empty one counts as not set. With `NAME_FILE` the value stands in that file: so a vault's
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
    const reason = (error as NodeJS.ErrnoException).code ?? 'it is no text';
    throw new ConfigError(`${name} names a file that cannot be read (${reason}): ${file}`);
  }
  if (text === '') throw new ConfigError(`${name} names a file that is empty: ${file}`);
  return text;
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
