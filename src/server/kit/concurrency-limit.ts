/** A limit of so many pieces of work at once for each key; further ones wait in line, first come, first served. */
export interface ConcurrencyLimit {
  /**
   * Does the work when it is its turn.
   * @returns undefined, and the work is not begun, when its turn does not come within the timeout
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result | undefined>;
}

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

export function createConcurrencyLimit(options: {
  readonly atOnce: number;
  readonly timeoutMs: number;
}): ConcurrencyLimit {
  const lines = new Map<string, Line>();

  /** @returns whether its turn came; a turn is given back with `leave` */
  async function enter(line: Line): Promise<boolean> {
    if (line.running < options.atOnce) {
      line.running += 1;
      return true;
    }
    return new Promise((resolve) => {
      const takeTurn = (): void => {
        clearTimeout(timeout);
        resolve(true);
      };
      const timeout = setTimeout(() => {
        line.waiting.delete(takeTurn);
        resolve(false);
      }, options.timeoutMs);
      line.waiting.add(takeTurn);
    });
  }

  function leave(key: string, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      // The turn goes on to the next one: a new request may not overtake it.
      line.waiting.delete(next);
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(key);
  }

  return {
    async run(key, work) {
      const line = lines.get(key) ?? { running: 0, waiting: new Set() };
      lines.set(key, line);
      if (!(await enter(line))) return undefined;
      try {
        return await work();
      } finally {
        leave(key, line);
      }
    },
  };
}
