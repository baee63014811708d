import { sql } from 'kysely';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';

/** Tables that a statement reads, and those that it writes or locks rows of. */
export interface Effects {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

/** By table: the tables that its foreign keys name. */
export type Parents = ReadonlyMap<string, readonly string[]>;

export async function readParents({ kysely }: Pick<Database<Tables>, 'kysely'>): Promise<Parents> {
  const { rows } = await sql<{ table: string; parents: string[] }>`
    select child.relname as table, array_agg(distinct parent.relname::text) as parents
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' group by child.relname`.execute(kysely);
  return new Map(rows.map(({ table, parents }) => [table, parents]));
}

const names = (statement: string, pattern: RegExp) => [...statement.matchAll(pattern)].map(([, name = '']) => name);

/** An advisory lock is a row of a table of its own; a row that is inserted locks those that it refers to. */
function effectsOf(statement: string, parents: Parents): Effects {
  const written = names(statement, /\b(?:update|into|delete from)\s+"?(\w+)"?/g);
  const read = names(statement, /\b(?:from|join)\s+"?(\w+)"?/g);
  const isLocking = /\bfor (?:no key )?(?:update|share)\b/.test(statement);
  const advisory = /pg_(?:try_)?advisory/.test(statement) ? ['an advisory lock'] : [];
  return {
    reads: new Set([...read, ...written.flatMap((table) => parents.get(table) ?? [])]),
    writes: new Set([...written, ...advisory, ...(isLocking ? read : [])]),
  };
}

const union = <Item>(sets: readonly ReadonlySet<Item>[]) => new Set(sets.flatMap((set) => [...set]));

function meet(one: Effects, other: Effects): boolean {
  const isShared = (table: string) => other.reads.has(table) || other.writes.has(table);
  return [...one.writes].some(isShared) || [...one.reads].some((table) => other.writes.has(table));
}

/** Facts of an act that its statements tell. */
export interface Footprint {
  readonly statements: readonly string[];
  readonly all: Effects;
}

export function footprintOf(statements: readonly string[], parents: Parents): Footprint {
  const each = statements.map((statement) => effectsOf(statement, parents));
  return {
    statements,
    all: { reads: union(each.map(({ reads }) => reads)), writes: union(each.map(({ writes }) => writes)) },
  };
}

/**
 * Tells after which statements of an act a switch to another one makes a difference, counted from 1: those that write
 * what the other one reads or writes, or read what it writes. A commit is of all that its transaction has written.
 */
export function switchesIn({ statements }: Footprint, other: Footprint, parents: Parents): readonly number[] {
  const found: number[] = [];
  let since: Effects[] = [];
  statements.forEach((statement, index) => {
    const effects = effectsOf(statement, parents);
    if (statement === 'begin') since = [];
    since.push(effects);
    const isEnd = /^query (?:commit|rollback)$/.test(statement);
    const whole = isEnd ? { reads: new Set<string>(), writes: union(since.map(({ writes }) => writes)) } : effects;
    if (index < statements.length - 1 && meet(whole, other.all)) found.push(index + 1);
  });
  return found;
}

/** Where an act stands after so many of its statements. */
export interface Place {
  /** Nothing that it has begun is open. */
  readonly isBetween: boolean;
  /** Others see something that it has done: an act that has written nothing can still be as if it had not begun. */
  readonly hasWritten: boolean;
}

export function placeAfter(statements: readonly string[], steps: number): Place {
  let [open, written, pending] = [false, false, false];
  for (const statement of statements.slice(0, steps)) {
    const isWrite = /\b(?:insert into|update|delete from)\s+"?\w+"?/.test(
      statement.replaceAll(/\bfor (?:no key )?update\b/g, ''),
    );
    if (statement === 'begin') [open, pending] = [true, false];
    else if (statement === 'query commit') [open, written] = [false, written || pending];
    else if (statement === 'query rollback') open = false;
    else if (isWrite && open) pending = true;
    else if (isWrite) written = true;
  }
  return { isBetween: !open, hasWritten: written };
}
