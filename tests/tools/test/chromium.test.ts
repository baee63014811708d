import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findChromium } from '#tests/support/browser/chromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'manay-chromium-'));
afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const works = program('works', 'echo Chromium 156.0.1.2');
const asksToInstall = program('stub', 'echo "install the snap first"; exit 1');

test('the first browser that starts is taken', () => {
  expect(findChromium({}, [join(folder, 'missing'), asksToInstall, works])).toBe(works);
});

test('a file that only says how to install a browser is none', () => {
  expect(findChromium({}, [asksToInstall])).toBeUndefined();
});

test('CHROMIUM_PATH decides, and nothing is tried in its place', () => {
  expect(findChromium({ CHROMIUM_PATH: works }, [])).toBe(works);
  expect(findChromium({ CHROMIUM_PATH: asksToInstall }, [works])).toBeUndefined();
});
