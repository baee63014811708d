import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { OperatorClient } from '../operator-client.ts';
import { type Options, readJson, refusalOf, textOption, UsageError, valueOptions } from './area.ts';

/** Options of every list. */
export const LIST_OPTIONS = valueOptions('format', 'out', 'cursor', 'limit');

/** How every list may leave, for the help of its area. */
export const LIST_HELP = '[--limit 100] [--cursor …] | --format csv --out file.csv';

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
  if (rows.length === 0 && body.next === null) return listing.none;
  const lines = rows.map((row) => listing.line(row).join('  ').trimEnd());
  return [...lines, ...(body.next === null ? [] : [`More: --cursor ${body.next}`])].join('\n');
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
    const body = Readable.fromWeb(response.body as ReadableStream);
    await pipeline(body, createWriteStream(partial, { mode: 0o600 }));
    renameSync(partial, out);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new UsageError(`${out} was not written: ${error instanceof Error ? error.message : error}`);
  }
  return `Written: ${out}`;
}
