import type { KyselyPlugin, RootOperationNode } from 'kysely';

/** Columns that queries have read, by table; `*` for all. */
export type ColumnsRead = Map<string, Set<string>>;

/**
 * Notes which columns the queries of a connection select, by table. A name that a query selects counts for each table
 * it selects from: a column is never taken for unread, and one that two joined tables have may be taken for read.
 */
export function notingColumns(read: ColumnsRead): KyselyPlugin {
  return {
    transformQuery({ node }) {
      note(node, read);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

type Tree = RootOperationNode | readonly unknown[] | Readonly<Record<string, unknown>>;

function note(tree: Tree, read: ColumnsRead): void {
  const { kind, from, joins, selections } = tree as Readonly<Record<string, unknown>>;
  if (kind === 'SelectQueryNode') {
    const names = [...namesIn(selections)];
    for (const table of new Set([...tablesIn(from), ...tablesIn(joins)])) {
      read.set(table, new Set([...(read.get(table) ?? []), ...names]));
    }
  }
  for (const part of Object.values(tree)) if (isTree(part)) note(part, read);
}

function tablesIn(tree: unknown): string[] {
  if (!isTree(tree)) return [];
  const { kind, table } = tree as { readonly kind?: string; readonly table?: { identifier?: { name?: string } } };
  if (kind === 'TableNode') return [table?.identifier?.name ?? ''];
  return Object.values(tree).flatMap(tablesIn);
}

/** Names of columns in a selection: those of the builder, and words of our own SQL in it. */
function namesIn(tree: unknown): string[] {
  if (!isTree(tree)) return [];
  const { kind, name, sqlFragments } = tree as {
    readonly kind?: string;
    readonly name?: string;
    readonly sqlFragments?: readonly string[];
  };
  // A query within counts for its own tables.
  if (kind === 'SelectQueryNode') return [];
  if (kind === 'SelectAllNode') return ['*'];
  if (kind === 'IdentifierNode') return [name ?? ''];
  const words = sqlFragments?.flatMap((text) => text.match(/\w+/g) ?? []) ?? [];
  return [...words, ...Object.values(tree).flatMap(namesIn)];
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}
