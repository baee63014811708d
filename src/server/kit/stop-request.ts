/** The counterpart of src/tools/install.mjs: tells a command when the process that started it is gone. */

/**
 * Calls `stop` when the parent process ends, also by `kill -9`, which no signal handler sees. Does nothing if the
 * script was run directly.
 */
export function onParentGone(stop: () => void): void {
  if (!process.channel) return;
  process.once('disconnect', stop);
  // The listener must not keep a finished command alive.
  process.channel.unref();
}

/**
 * Calls `stop` once, on the first reason to end: Ctrl-C, SIGTERM, a closed terminal, or the parent's death. Several
 * may arrive together; later ones are ignored.
 * @param stop receives the reason: a signal's name, or `parent-gone`
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
