import { sql } from 'kysely';
import type { Database } from '#server/kit/db.ts';

/** The files of a database, and the log of its changes, as they lie on the disk. */
export type RawFiles = ReadonlyMap<string, Buffer>;

/** Reads them through the server, which may stand anywhere; it wants a superuser. */
export async function readRawFiles<Tables>({ kysely }: Pick<Database<Tables>, 'kysely'>): Promise<RawFiles> {
  await sql`checkpoint`.execute(kysely);
  const { rows } = await sql<{ folder: string }>`
    select 'base/' || oid as folder from pg_database where datname = current_database()
    union all select 'pg_wal'`.execute(kysely);
  const files = new Map<string, Buffer>();
  for (const { folder } of rows) {
    const { rows: names } = await sql<{ name: string }>`
      select name from pg_ls_dir(${folder}) as name
      where (pg_stat_file(${folder} || '/' || name, true)).isdir is false`.execute(kysely);
    for (const { name } of names) {
      const path = `${folder}/${name}`;
      const { rows: read } = await sql<{ bytes: Uint8Array | null }>`
        select pg_read_binary_file(${path}, true) as bytes`.execute(kysely);
      if (read[0]?.bytes) files.set(path, Buffer.from(read[0].bytes));
    }
  }
  return files;
}

/** The files in which a text stands, as itself or as the drivers may have written it: in hexadecimal. */
export function filesWith(files: RawFiles, word: string | Buffer): string[] {
  const bytes = Buffer.from(word);
  const forms = [bytes, Buffer.from(bytes.toString('hex')), Buffer.from(bytes.toString('base64').replace(/=+$/, ''))];
  return [...files].filter(([, file]) => forms.some((form) => file.includes(form))).map(([path]) => path);
}
