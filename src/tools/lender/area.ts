import { writeFileSync } from 'node:fs';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { OperatorClient } from '../operator-client.ts';

/** Options of a command line, by name. */
export type Options = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** A subject of operators' commands: `npm run lender -- <name> <command> …`. */
export interface Area {
  readonly name: string;
  /** The help text, printed on request and after a usage error. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** @returns what to print */
  readonly run: (client: OperatorClient, words: readonly string[], options: Options) => Promise<string>;
}

/** A mistake in the command line, said in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Options that take a value each: `--from 2026-01-01`. */
export function valueOptions(...names: string[]): ParseArgsOptionsConfig {
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
}

/** Checks a required argument. */
export function needed(value: string | undefined, what: string, help: string): string {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing.\n\n${help}`);
  return value;
}

/** The value of an option, when it was given. */
export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function queryOf(options: Options, names: readonly string[]): string {
  const given = names.flatMap((name) => (typeof options[name] === 'string' ? [[name, options[name]]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : '';
}

export async function readJson(
  client: OperatorClient,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await client.request(path, { headers });
  if (!response.ok) throw await refusalOf(response);
  return response.json();
}

export async function postJson(client: OperatorClient, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await client.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw await refusalOf(response);
  return response.status === 204 ? undefined : response.json();
}

/** Downloads a file from the operator API. */
export async function download(client: OperatorClient, path: string): Promise<{ bytes: Buffer; type: string | null }> {
  const response = await client.request(path);
  if (!response.ok) throw await refusalOf(response);
  return { bytes: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') };
}

/** Downloads a file and saves it. @returns what to print */
export async function saveFile(client: OperatorClient, path: string, out: string): Promise<string> {
  const { bytes, type } = await download(client, path);
  writeFileSync(out, bytes, { mode: 0o600 });
  return `${out}: ${type}`;
}

/** An error of the operator API as a sentence. */
export async function refusalOf(response: Response): Promise<UsageError> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: { code: string; message: string; fieldErrors?: readonly { field: string; code: string }[] };
  };
  const fields = (body.error?.fieldErrors ?? []).map(({ field, code }) => `${field}: ${code}`).join(', ');
  return new UsageError(
    `Refused (${response.status} ${body.error?.code ?? ''}): ${body.error?.message ?? ''} ${fields}`.trimEnd(),
  );
}
