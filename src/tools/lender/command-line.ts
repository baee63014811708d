import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { OperatorClient } from '../operator-client.ts';

/** Options of a command line, by name. */
export type Options = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** A mistake in the command line, said in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The value of an option, when it was given. */
export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Checks a required argument. */
export function needed(value: string | undefined, what: string, help: string): string {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing.\n\n${help}`);
  return value;
}

export async function postJson(client: OperatorClient, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await client.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw await refusalOf(response);
  return response.status === 204 ? undefined : response.json();
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

/**
 * Writes an answer to the file that was asked for; a text is printed by default.
 * @returns what to print
 */
export async function kept(response: Response, out: string | undefined): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (out === undefined && type.startsWith('text/')) return (await response.text()).trimEnd();
  if (out === undefined) throw new UsageError('--out FILE says where the file goes.');
  // A file is there when all of it is: what breaks off leaves nothing behind.
  const partial = `${out}.partial`;
  try {
    writeFileSync(partial, '', { mode: 0o600 });
    await writeFile(partial, Readable.fromWeb(response.body as ReadableStream));
    renameSync(partial, out);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new UsageError(`${out} was not written: ${error instanceof Error ? error.message : error}`);
  }
  return `Written: ${out}`;
}
