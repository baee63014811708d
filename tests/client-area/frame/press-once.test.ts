import { Window } from 'happy-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { pressOnce } from '#client-area/frame/press-once.ts';

let page: Window['document'];
beforeEach(() => {
  const window = new Window();
  page = window.document;
  vi.stubGlobal('document', page);
  page.body.innerHTML =
    '<button>a</button><a href="#x">b</a><label>c<input type="checkbox"></label><textarea></textarea>';
  const stop = pressOnce();
  return () => {
    stop();
    vi.unstubAllGlobals();
  };
});

function press(selector: string, detail: number): boolean {
  const { MouseEvent } = page.defaultView as unknown as Window;
  const pressed = vi.fn();
  page.querySelector(selector)?.addEventListener('click', pressed, { once: true });
  page.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }));
  return pressed.mock.calls.length > 0;
}

test('the second click of a double one is dropped where something else has come under the finger', () => {
  expect(press('button', 1)).toBe(true);
  expect(press('a', 2)).toBe(false);
  expect(press('textarea', 3)).toBe(false);
  expect(press('a', 1)).toBe(true);
});

test('on what was pressed first it counts, and so does what its label presses', () => {
  expect([press('button', 1), press('button', 2)]).toEqual([true, true]);
  expect([press('label', 1), press('input', 1), press('label', 2), press('input', 2)]).not.toContain(false);
});

test.each([
  ['input', true, true],
  ['input', false, false],
  ['button', true, true],
  ['textarea', true, false],
])('an Enter on a %s, held down: %s, is dropped: %s', (selector, repeat, dropped) => {
  const { KeyboardEvent } = page.defaultView as unknown as Window;
  const event = new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true });
  page.querySelector(selector)?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(dropped);
});

test('an event that an extension sends to the document itself does not fail', () => {
  const { MouseEvent, KeyboardEvent } = page.defaultView as unknown as Window;
  const told = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const failed = vi.fn();
  page.defaultView?.addEventListener('error', failed);
  page.dispatchEvent(new MouseEvent('click', { detail: 1 }));
  page.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
  expect([...failed.mock.calls, ...told.mock.calls]).toEqual([]);
  told.mockRestore();
});
