/**
 * Preloaded into worker processes (`--import`): ends the process with its parent, however that one ends. After a `kill
 * -9` the next publisher must not find workers still writing into its folders. The parent must provide an IPC channel
 * (`stdio: […, 'ipc']`).
 */
process.once('disconnect', () => process.exit(1));
// The listener must not keep a finished process alive.
process.channel?.unref();
