import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { openWindow } from '#tests/support/browser/browser-window.ts';

const SCRIPT = fileURLToPath(import.meta.resolve('#server/lending/desk/page.ts')).replace(/page\.ts$/, 'desk.js');

const PAGE = `<input id="q"><details id="keys"><summary>Keys</summary></details>
<main><table><thead><tr><th><a href="#no">No</a></th></tr></thead>
<tbody><tr><td><a href="#1">1</a></td></tr><tr><td>without a link</td></tr><tr><td><a href="#3">3</a> <a href="#4">4</a></td></tr></tbody>
</table></main>`;

test('keys go to the search, to the help, and from row to row; in a field they are letters', async () => {
  const page = openWindow();
  const { document } = page;
  const focused = () => document.activeElement?.textContent;
  /** @returns whether the browser does with the key what it would do anywhere */
  const press = (key: string, how: { readonly ctrlKey?: boolean } = {}): boolean => {
    const target = document.activeElement ?? document.body;
    return target.dispatchEvent(new page.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how }));
  };
  document.body.innerHTML = PAGE;
  await import(SCRIPT);
  expect(press('ArrowDown')).toBe(false);
  expect(focused()).toBe('1');
  press('ArrowDown');
  expect(focused()).toBe('3');
  // Behind the last row the page scrolls as it does anywhere.
  expect(press('ArrowDown')).toBe(true);
  expect(focused()).toBe('3');
  press('ArrowUp');
  expect(focused()).toBe('1');
  expect(press('?', { ctrlKey: true })).toBe(true);
  expect(press('?')).toBe(false);
  const keys = document.getElementById('keys') as unknown as { readonly open: boolean };
  expect([keys.open, focused()]).toEqual([true, 'Keys']);
  press('?');
  expect(keys.open).toBe(false);
  expect(press('/')).toBe(false);
  expect(document.activeElement?.id).toBe('q');
  expect([press('/'), press('?'), press('ArrowDown')]).toEqual([true, true, true]);
  expect(document.activeElement?.id).toBe('q');
});

test('what a phone folds is open once the window is wide, where nothing opens it', async () => {
  const page = openWindow();
  const phone = Object.assign(new page.EventTarget(), { matches: true });
  vi.stubGlobal('matchMedia', () => phone);
  page.document.body.innerHTML = '<details class="fold" open><summary>Weeks</summary></details>';
  await import(`${SCRIPT}?folds`);
  const isOpen = () => page.document.querySelector('details')?.hasAttribute('open');
  expect(isOpen()).toBe(false);
  phone.matches = false;
  phone.dispatchEvent(new page.Event('change'));
  expect(isOpen()).toBe(true);
});

test('the script is small, and has no address and no markup', () => {
  const text = readFileSync(SCRIPT, 'utf8');
  expect(Buffer.byteLength(text)).toBeLessThan(2_048);
  expect(text).not.toMatch(/innerHTML|https?:|fetch|eval/);
});
