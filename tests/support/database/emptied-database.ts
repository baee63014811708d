import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** The address of the real server this run uses. */
export function testServerUrl(database?: string): string {
  const url = new URL(inject('testDatabaseUrl'));
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
}

export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A new database on the server; those of a run are dropped at its end, by this name. @returns its name */
export async function createOnServer(template: string): Promise<string> {
  const name = `${inject('testDatabasePrefix')}${randomBytes(6).toString('hex')}`;
  // A prepared database is small: copied through the log it takes half as long as file by file.
  await onServer(`create database ${name} template ${template} strategy wal_log`);
  return name;
}

export function dropOnServer(name: string): Promise<void> {
  return onServer(`drop database if exists ${name} with (force)`);
}

/** Contents of a new database: each table's rows, none for most. */
type Seeds = ReadonlyMap<string, { readonly count: number; readonly rows: string }>;

/**
 * A prepared database that is used by one test file after the other. Copying and dropping one costs a tenth of a second,
 * emptying it a tenth of that: most tables have few rows, and `truncate`, which makes new files for every table and
 * index, is the slowest of all.
 */
export class EmptiedDatabase {
  readonly name: string;
  readonly #client: pg.Client;
  #seeds: Seeds = new Map();
  /** Rows written since this transaction are not the ones it was prepared with. */
  #since = '';

  private constructor(name: string) {
    this.name = name;
    this.#client = new pg.Client({ connectionString: testServerUrl(name) });
    // The server stops before the worker does.
    this.#client.on('error', () => undefined);
  }

  static async create(template: string): Promise<EmptiedDatabase> {
    const database = new EmptiedDatabase(await createOnServer(template));
    await database.#open();
    return database;
  }

  async #open(): Promise<void> {
    await this.#client.connect();
    // An idle connection must not keep a worker alive.
    (this.#client as unknown as { connection: { stream: { unref(): void } } }).connection.stream.unref();
    await this.#client.query('set session_replication_role = replica');
    const { rows } = await this.#client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
    );
    const seeds = new Map<string, { count: number; rows: string }>();
    for (const { name } of rows) {
      const { rows: found } = await this.#client.query<{ count: number; rows: string }>(
        `select count(*)::int as count, coalesce(json_agg(t), '[]')::text as rows from ${name} t`,
      );
      seeds.set(name, found[0] as { count: number; rows: string });
    }
    this.#seeds = seeds;
    await this.#remember();
  }

  async #remember(): Promise<void> {
    const { rows } = await this.#client.query<{ now: string }>(`select pg_current_xact_id()::text as now`);
    this.#since = rows[0]?.now ?? '';
  }

  /**
   * Back to what it was prepared with. Triggers that keep what was written do not count here.
   * @param connections that stay open for the next file
   * @returns false when it cannot be used again: somebody is still connected, or a table is not what it was
   */
  async empty(connections = 0): Promise<boolean> {
    if ((await this.#isStillUsed(connections)) || (await this.#isRebuilt())) {
      await this.#client.end();
      return false;
    }
    const all = [...this.#seeds];
    const empty = all.filter(([, { count }]) => count === 0).map(([name]) => `delete from ${name};`);
    await this.#client.query(`begin; ${empty.join(' ')} ${RESTART_SEQUENCES} commit;`);
    for (const [name, { count, rows }] of all) if (count > 0) await this.#restore(name, count, rows);
    await this.#shrink();
    await this.#remember();
    return true;
  }

  /**
   * The server of the tests has no autovacuum: one that looks at a table just emptied notes that it has no rows, and the
   * queries of the next file are planned for none (a minute for what takes 20 ms). Large tables are vacuumed here.
   */
  async #shrink(): Promise<void> {
    const { rows } = await this.#client.query<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > ${LARGE_BYTES}`,
    );
    if (rows.length > 0) await this.#client.query(`vacuum ${rows.map(({ name }) => name).join(', ')}`);
  }

  async #restore(name: string, count: number, seeded: string): Promise<void> {
    const { rows } = await this.#client.query<{ same: boolean }>(
      `select count(*) = ${count} and not coalesce(bool_or(xmin::text::bigint > ${this.#since}), false) as same from ${name}`,
    );
    if (rows[0]?.same) return;
    await this.#client.query(`delete from ${name}`);
    await this.#client.query(
      `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, $1)`,
      [seeded],
    );
  }

  /** A job or another process that is still at work would go on in the data of the next file. */
  async #isStillUsed(connections: number): Promise<boolean> {
    for (let look = 0; look < 20; look++) {
      const { rows } = await this.#client.query<{ open: number; locks: number }>(
        `select (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as open,
          (select count(*)::int from pg_locks where locktype = 'advisory'
            and database = (select oid from pg_database where datname = current_database())) as locks`,
      );
      if (rows[0] && rows[0].open <= connections && rows[0].locks === 0) return false;
      // A connection that was just closed is seen for a moment.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return true;
  }

  /** Tables, triggers and rights that a test changed are not put back: such a database is thrown away. */
  async #isRebuilt(): Promise<boolean> {
    const looks = CATALOGUES.map(
      (name) => `select 1 from pg_catalog.${name} where xmin::text::bigint > ${this.#since}`,
    );
    return ((await this.#client.query(`${looks.join(' union all ')} limit 1`)).rowCount ?? 0) > 0;
  }
}

/** Of a table whose rows were all deleted. */
const LARGE_BYTES = 256 * 1024;

const CATALOGUES = ['pg_class', 'pg_attribute', 'pg_trigger', 'pg_constraint', 'pg_proc', 'pg_type', 'pg_namespace'];

const RESTART_SEQUENCES = `
  do $$ declare one record; begin
    for one in select quote_ident(sequencename) as name, start_value from pg_sequences where schemaname = 'public' loop
      perform setval(one.name, one.start_value, false);
    end loop;
  end $$;`;
