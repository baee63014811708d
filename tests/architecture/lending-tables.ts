import { LENDING, subjectOf } from './lending-subjects.ts';
import { MAY_IMPORT } from './rooms.mjs';

/** SQL that reaches into a subject it may not import, with the reason why it stays. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'documents reads loan of loans: document-store.ts':
    'a list of papers names and is filtered by the number of the loan, page by page: one statement, for every subject that keeps papers',
  'documents reads loan_fact of loans: document-store.ts':
    'a receipt is shown beside the boleta of the day on which its payment was recorded, in the statement that lists a page',
  'documents reads person of people: document-store.ts':
    'locks the row of the person, so that versions are counted one after the other; nothing of it is read',
  'payouts reads refund of payments: begun-payouts.ts':
    'to the bank and its archive a refund is an order like any other: without it a refund could be paid twice',
};

interface Use {
  readonly table: string;
  readonly kind: 'reads' | 'writes';
}

/** Which subject has declared a table, in its `tables.ts`: every one of them, so that none is declared twice. */
export function declaredTables(sources: Readonly<Record<string, string>>): Map<string, string[]> {
  const declared = new Map<string, string[]>();
  for (const [file, source] of Object.entries(sources)) {
    if (!file.endsWith('/tables.ts')) {
      if (/interface Tables\b/.test(source)) declared.set(file, ['outside a tables.ts', '']);
      continue;
    }
    const [, name] = /interface Tables extends (\w+) \{\}/.exec(source) ?? [];
    const [, body = ''] = new RegExp(`\\ninterface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(source) ?? [];
    for (const [, table = ''] of body.matchAll(/^ {2}readonly (\w+):/gm)) {
      declared.set(table, [...(declared.get(table) ?? []), subjectOf(file)]);
    }
  }
  return declared;
}

/** SQL of subjects about tables they do not own: `payments writes person of people: pay.ts`. */
export function foreignSql(sources: Readonly<Record<string, string>>): string[] {
  const declared = declaredTables(sources);
  const found = Object.entries(sources).flatMap(([file, source]) => {
    const subject = subjectOf(file);
    // The composition root may look everywhere.
    if (subject === '') return [];
    const may = (MAY_IMPORT as Readonly<Record<string, readonly string[] | null>>)[`server/lending/${subject}`] ?? [];
    return usesOf(withoutComments(source)).flatMap(({ table, kind }) => {
      const [owner] = declared.get(table) ?? [];
      if (owner === undefined || owner === subject) return [];
      if (kind === 'reads' && may.includes(`server/lending/${owner}`)) return [];
      return [`${subject} ${kind} ${table} of ${owner}: ${file.slice(`${LENDING}/${subject}/`.length)}`];
    });
  });
  return [...new Set(found)].sort();
}

/** Queries whose table is not written where it is asked for: nobody can say whose it is. */
export function unreadableSql(sources: Readonly<Record<string, string>>): string[] {
  return Object.entries(sources).flatMap(([file, source]) =>
    [
      ...withoutComments(source).matchAll(
        /\.(?:selectFrom|insertInto|updateTable|deleteFrom|(?:inner|left)Join)\(\s*([^'[\s][^,)\n]*)/g,
      ),
    ]
      // A subquery names its tables itself.
      .filter(([, argument = '']) => !/^\(?\w+\)? =>|^\($/.test(argument.trim()))
      .map(([call]) => `${file}: ${call.replace(/\s+/g, ' ')}`),
  );
}

const WRITES = new Set(['insertInto', 'updateTable', 'deleteFrom', 'into', 'update', 'delete from', 'truncate']);

function usesOf(code: string): Use[] {
  const called = [
    ...code.matchAll(
      /\.(selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom|using|from)\(\s*('[^']*'|\[[^\]]*\])/g,
    ),
  ].flatMap(([, verb = '', names = '']) =>
    [...names.matchAll(/'(\w+)(?: as \w+)?'/g)].map(([, table = '']) => ({ verb, table })),
  );
  const queued = [...code.matchAll(/WorkQueue<'(\w+)'>/g)].map(([, table = '']) => ({ verb: 'updateTable', table }));
  const raw = [...code.matchAll(/\bsql(?:<[^`]*?>)?`([^`]*)`/g)].flatMap(([, text = '']) =>
    [...text.matchAll(/\b(delete from|from|join|into|update|truncate)\s+(\w+)/g)].map(([, verb = '', table = '']) => ({
      verb,
      table,
    })),
  );
  return [...called, ...queued, ...raw].map(({ verb, table }) => ({
    table,
    kind: WRITES.has(verb) ? 'writes' : 'reads',
  }));
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
