/**
 * Preloaded before Astro's command (`--import`): loads Astro's code while the content is synced, then waits for a
 * message on the IPC channel (`stdio: […, 'ipc']`) before the command starts.
 */
const told = new Promise((resolve) => process.once('message', resolve));
await import('astro');
// Keeps the process alive while it waits.
process.channel?.ref();
await told;
process.channel?.unref();

export {};
