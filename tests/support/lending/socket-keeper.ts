/**
 * Holds a listening socket as systemd does, and runs a program on it, again whenever it has ended well. Prints the
 * port, and the process id of each run.
 */
import { spawnSync } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';

/** `spawnSync` keeps this process from ever accepting a connection itself. */
const server = createServer();
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`);
  const { fd } = (server as unknown as { readonly _handle: { readonly fd: number } })._handle;
  const run = 'echo "run $$"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"';
  for (;;) {
    const { status } = spawnSync('sh', ['-c', run, process.execPath, ...process.argv.slice(2)], {
      stdio: ['ignore', 'inherit', 'inherit', fd],
    });
    if (status !== 0) process.exit(1);
  }
});
