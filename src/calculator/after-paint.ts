/** What follows an answer to an act. */
export interface Planned {
  /** Plans it, once however often this is called meanwhile. */
  plan(): void;
  /** Does at once what is planned. */
  settle(): void;
}

/**
 * Does something after the next paint, each part in a task of its own: the act has been answered on screen by then,
 * and a further one waits for one part at most.
 */
export function afterPaint(...parts: readonly (() => void)[]): Planned {
  let left: (() => void)[] = [];
  let isAskedAgain = false;
  const plan = () => {
    if (left.length > 0) {
      // What has not begun yet will find what it is planned for now.
      isAskedAgain = left.length < parts.length;
      return;
    }
    isAskedAgain = false;
    left = [...parts];
    // A page that nobody sees is not painted.
    if (document.hidden) setTimeout(next);
    else window.requestAnimationFrame(() => setTimeout(next));
  };
  const next = () => {
    const part = left.shift();
    if (left.length > 0) setTimeout(next);
    else if (isAskedAgain) plan();
    part?.();
  };
  return {
    plan,
    settle: () => {
      const now = left;
      left = [];
      for (const part of now) part();
    },
  };
}
