import { Window } from 'happy-dom';
import { onTestFinished, vi } from 'vitest';

/** Names that React, js-cookie and our stores look for on the global object. */
const NAMES = [
  'document',
  'location',
  'localStorage',
  'sessionStorage',
  'history',
  'navigator',
  'screen',
  'Node',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLIFrameElement',
  'SVGElement',
  'Event',
  'CustomEvent',
  'MutationObserver',
  'getComputedStyle',
] as const;

/**
 * Opens a browser's window for the rest of the test. It is made here and not by Vitest's own environment, because the
 * lending application runs in the same process and must keep Node's `URL`, `Request` and `fetch`.
 */
export function openWindow(url = 'http://localhost:4321/'): Window {
  const window = new Window({ url, settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true } });
  const globals = Object.fromEntries(NAMES.map((name) => [name, window[name]]));
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.stubGlobal('window', window);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('dispatchEvent', window.dispatchEvent.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  onTestFinished(async () => {
    await progressBarHidden();
    if (!vi.isFakeTimers()) await rendered();
    await window.happyDOM.close();
    vi.unstubAllGlobals();
  });
  return window;
}

const LONGEST_BAR_MS = 3_000;

/** On a slow machine the progress bar of a request outlives its test, and would look for a document that is gone. */
async function progressBarHidden(): Promise<void> {
  if (vi.isFakeTimers()) return;
  const { $progress } = await import('#stores/progress.ts');
  for (let waited = 0; $progress.get().isShown && waited < LONGEST_BAR_MS; waited += 50) await time(50);
}

const time = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** React renders in tasks of its own: as in a browser, the page is there a moment later. */
export async function rendered(): Promise<void> {
  await time(20);
  // A busy machine comes back after those twenty milliseconds with the tasks still waiting: they have their turns first.
  await turns(10);
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits for what is shown, and for what React does after it has shown it, such as moving the focus. */
export async function until(expectation: () => void): Promise<void> {
  await vi.waitFor(expectation, { timeout: 60_000, interval: 20 });
  await turns(3);
}
