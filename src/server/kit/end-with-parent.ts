/**
 * Loaded by a process that works for another (`--import`): ends with it, however that one ends. After a `kill -9` the
 * next publisher starts in the same folders, and must not find somebody still writing into them. Whoever starts it
 * gives it a channel (`stdio: […, 'ipc']`).
 */
process.once('disconnect', () => process.exit(1));
// Listening must not keep finished work alive.
process.channel?.unref();
