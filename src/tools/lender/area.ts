import type { ParseArgsOptionsConfig } from 'node:util';
import type { OperatorClient } from '../operator-client.ts';

/** Options of a command line, by name. */
export type Options = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** One kind of thing operators work on: `npm run lender -- <name> <command> …`. */
export interface Area {
  readonly name: string;
  /** What it can do, as it is printed to somebody who asks or mistypes. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** @returns what to print */
  readonly run: (client: OperatorClient, words: readonly string[], options: Options) => Promise<string>;
}

/** A mistake of whoever typed, said in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A word of the command line that cannot be left out. */
export function needed(value: string | undefined, what: string, help: string): string {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing.\n\n${help}`);
  return value;
}

/** An option with a value. */
export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function queryOf(options: Options, names: readonly string[]): string {
  const given = names.flatMap((name) => (typeof options[name] === 'string' ? [[name, options[name]]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : '';
}

export async function readJson(client: OperatorClient, path: string): Promise<unknown> {
  const response = await client.request(path);
  if (!response.ok) throw await refusalOf(response);
  return response.json();
}

export async function postJson(client: OperatorClient, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await client.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw await refusalOf(response);
  return response.status === 204 ? undefined : response.json();
}

/** What the operator API says is wrong, as a sentence. */
export async function refusalOf(response: Response): Promise<UsageError> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: { code: string; message: string; fieldErrors?: readonly { field: string; code: string }[] };
  };
  const fields = (body.error?.fieldErrors ?? []).map(({ field, code }) => `${field}: ${code}`).join(', ');
  return new UsageError(
    `Refused (${response.status} ${body.error?.code ?? ''}): ${body.error?.message ?? ''} ${fields}`.trimEnd(),
  );
}
