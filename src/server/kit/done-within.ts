/** Waits for work, but not longer than this; what it does later, it does. True: it is done. The work must not throw. */
export async function doneWithin(work: Promise<unknown>, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs);
  });
  try {
    return await Promise.race([work.then(() => true), enough]);
  } finally {
    clearTimeout(timer);
  }
}
