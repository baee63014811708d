/**
 * The other end of what src/tools/install.mjs holds: a command started through it learns when its starter is gone.
 */

/**
 * Calls `stop` when the process that started this one ends, however it ends: also by `kill -9`, which no signal
 * handler sees. Without such a starter (the script was run directly) nothing happens.
 */
export function onParentGone(stop: () => void): void {
  if (!process.channel) return;
  process.once('disconnect', stop);
  // Listening must not keep a finished command alive.
  process.channel.unref();
}

/**
 * Calls `stop` once, at the first reason to end: Ctrl-C, a request to terminate, a closed terminal, or the starter's
 * death. Several arrive together (Ctrl-C reaches starter and child); the later ones change nothing.
 * @param stop gets the reason: a signal's name, or `parent-gone`
 */
export function onStopRequest(stop: (reason: NodeJS.Signals | 'parent-gone') => void): void {
  let asked = false;
  const once = (reason: NodeJS.Signals | 'parent-gone'): void => {
    if (asked) return;
    asked = true;
    stop(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, once);
  onParentGone(() => once('parent-gone'));
}
