import pg from 'pg';

/** The part of `pg` that its types leave out: a replication connection is read and answered as one long copy. */
interface Copying {
  on(event: 'copyData', listener: (message: { readonly chunk: Buffer }) => void): void;
  sendCopyFromChunk(chunk: Buffer): void;
}

/**
 * The least that a primary takes for its synchronous stand-by: it keeps nothing, and says of everything that it has it.
 * For tests of a primary, because npm's PostgreSQL cannot copy one.
 */
export async function startAcknowledgingStandby(primaryUrl: string, name: string): Promise<{ stop(): Promise<void> }> {
  const config = { connectionString: primaryUrl, application_name: name, replication: 'true' };
  const client = new pg.Client(config);
  const { connection } = client as unknown as { readonly connection: Copying };
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ xlogpos: string }>('IDENTIFY_SYSTEM');
  const from = rows[0]?.xlogpos ?? '0/0';
  connection.on('copyData', ({ chunk }) => {
    // The log from a place on, or a question how far this one is.
    const isLog = chunk[0] === 'w'.charCodeAt(0);
    const end = isLog ? chunk.readBigInt64BE(1) + BigInt(chunk.length - 25) : chunk.readBigInt64BE(1);
    connection.sendCopyFromChunk(statusUpdate(end));
  });
  client.query(`START_REPLICATION PHYSICAL ${from}`).catch(() => undefined);
  return { stop: () => client.end() };
}

/** Written, flushed and applied up to here. */
function statusUpdate(end: bigint): Buffer {
  const message = Buffer.alloc(34);
  message.write('r');
  for (const offset of [1, 9, 17]) message.writeBigInt64BE(end, offset);
  return message;
}
