import { ConfigError, type Environment, readText } from '#server/kit/config.ts';

/** Whether a provider is configured: the real one, its stand-in, or none, with the reason for operators. */
export type Availability<Real, Sandbox = Real> =
  | { readonly kind: 'real'; readonly settings: Real }
  | { readonly kind: 'sandbox'; readonly settings: Sandbox }
  | { readonly kind: 'unavailable'; readonly why: string };

/** All of a provider's variables, or none: a partial configuration stops the start. */
export function readGroup<Name extends string, Optional extends string>(
  env: Environment,
  provider: string,
  names: readonly Name[],
  optional: Readonly<Record<Optional, string>>,
): Readonly<Record<Name | Optional, string>> | undefined {
  const choices = Object.keys(optional) as Optional[];
  if ([...names, ...choices].every((name) => readText(env, name) === undefined)) return undefined;
  const missing = names.filter((name) => readText(env, name) === undefined);
  if (missing.length > 0) {
    const verb = missing.length === 1 ? 'is' : 'are';
    throw new ConfigError(`${missing.join(' and ')} ${verb} missing: ${provider} needs ${names.join(', ')} together.`);
  }
  const entries = [...names, ...choices].map((name) => [name, readText(env, name) ?? optional[name as Optional]]);
  return Object.fromEntries(entries) as Readonly<Record<Name | Optional, string>>;
}
