import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Environment } from '#server/kit/config.ts';
import type { OperatorClient } from '../operator-client.ts';

/** Options of a command line, by name. */
export type Options = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** A subject of operators' commands: `npm run lender -- <name> <command> …`. */
export interface Area {
  readonly name: string;
  /** The name is the whole command, and what follows belongs to it. */
  readonly isCommand?: true;
  /** The help text, printed on request and after a usage error. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /** Commands that work without a running process, as the machine: they read or seal, and decide nothing. */
  readonly withoutProcess?: readonly string[];
  /** Commands that ask nobody, by name: on the database itself or on a file. The empty name is the area alone. */
  readonly onThisMachine?: Readonly<
    Record<string, (place: Place, words: readonly string[], options: Options) => Promise<string>>
  >;
  /** @returns what to print */
  readonly run: (client: OperatorClient, words: readonly string[], options: Options) => Promise<string>;
}

/** Whose database it is. */
export interface Place {
  readonly env: Environment;
  readonly dataDir: string;
}

/** Another account has to give the same command. */
export class SecondNeeded extends Error {
  override readonly name = 'SecondNeeded';
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
  if (response.status === 204) return undefined;
  const answer = (await response.json()) as { readonly approval?: string };
  if (response.status !== 202 || answer.approval === undefined) return answer;
  throw new SecondNeeded(`Proposed (${answer.approval}): another account gives the same command, or withdraws it.`);
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

/** Options of every list. */
export const LIST_OPTIONS = valueOptions('format', 'out', 'cursor', 'limit');

export interface Listing<Row> {
  readonly path: string;
  /** The API's own names, and the options they come from. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The name of its rows. */
  readonly name: string;
  /** What is said when there is none. */
  readonly none: string;
  readonly line: (row: Row) => readonly string[];
}

/** Prints one page of a list, or writes all of it to a file. */
export async function listed<Row>(client: OperatorClient, listing: Listing<Row>, options: Options): Promise<string> {
  const [format, out] = [textOption(options, 'format'), textOption(options, 'out')];
  if (format !== undefined && format !== 'csv') throw new UsageError('--format is csv.');
  if (format === undefined && out !== undefined) throw new UsageError('--out goes with --format csv.');
  const query = { ...listing.query, cursor: textOption(options, 'cursor'), limit: textOption(options, 'limit') };
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const path = given.length > 0 ? `${listing.path}?${new URLSearchParams(given)}` : listing.path;
  if (format === 'csv') return csv(client, path, listing.headers, out);
  const body = (await readJson(client, path, listing.headers)) as Readonly<Record<string, readonly Row[]>> & {
    readonly next: string | null;
  };
  const rows = body[listing.name] ?? [];
  const lines = rows.map((row) => listing.line(row).join('  ').trimEnd());
  const more = body.next === null ? [] : [`More: --cursor ${body.next}`];
  const found = rows.length === 0 && body.next === null ? [listing.none] : [...lines, ...more];
  return found.join('\n');
}

/** A file is there when all of it is: what breaks off leaves nothing behind. */
async function csv(
  client: OperatorClient,
  path: string,
  headers: Readonly<Record<string, string>> | undefined,
  out: string | undefined,
): Promise<string> {
  const response = await client.request(path, { headers: { ...headers, accept: 'text/csv' } });
  if (!response.ok) throw await refusalOf(response);
  if (out === undefined) return (await response.text()).trimEnd();
  const partial = `${out}.partial`;
  try {
    await writeFile(partial, Readable.fromWeb(response.body as ReadableStream), { mode: 0o600 });
    renameSync(partial, out);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new UsageError(`${out} was not written: ${error instanceof Error ? error.message : error}`);
  }
  return `Written: ${out}`;
}
