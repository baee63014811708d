/** Preloaded into workers (`--import`): ends them with their parent, also a killed one, by the IPC channel. */
process.once('disconnect', () => process.exit(1));
// The listener must not keep a finished process alive.
process.channel?.unref();
