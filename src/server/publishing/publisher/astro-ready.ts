/**
 * Loaded before Astro's own command (`--import`): reads Astro's code, which takes as long as reading the content does,
 * and lets the command begin when it is told to. Whoever starts it gives it a channel (`stdio: […, 'ipc']`).
 */
const told = new Promise((resolve) => process.once('message', resolve));
await import('astro');
// Waiting keeps the process, and only that.
process.channel?.ref();
await told;
process.channel?.unref();

export {};
