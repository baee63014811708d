import type { Compilable, CompiledQuery, QueryExecutorProvider } from 'kysely';

type Questions = Readonly<Record<string, Compilable<unknown> | undefined>>;

/** The rows of each statement; none of one that was left out. */
type Answers<Asked extends Questions> = {
  readonly [Name in keyof Asked]: NonNullable<Asked[Name]> extends Compilable<infer Row> ? readonly Row[] : never;
};

/**
 * Sends statements on one connection without waiting for an answer between them; the server runs them in this order, each
 * with a snapshot of its own, taken when the one before it has ended. So a statement behind a lock sees what its former
 * holder committed, exactly as if it had been sent later. In a transaction the first error is thrown and nothing behind it
 * has any effect; outside one each statement stands alone. PGlite runs one at a time anyway.
 */
export async function sendTogether<const Asked extends Questions>(
  db: QueryExecutorProvider,
  asked: Asked,
): Promise<Answers<Asked>> {
  const queries = Object.entries(asked).flatMap(([name, query]) => (query ? [[name, query.compile()] as const] : []));
  const ended = await db.getExecutor().provideConnection((connection) =>
    // All of them must have ended before the connection is used for anything else.
    Promise.allSettled(queries.map(([, query]) => connection.executeQuery(query as CompiledQuery))),
  );
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  const rows = ended.map((one) => (one.status === 'fulfilled' ? one.value.rows : []));
  const none = Object.keys(asked).map((name) => [name, []] as const);
  return Object.fromEntries([...none, ...queries.map(([name], k) => [name, rows[k]])]) as Answers<Asked>;
}
