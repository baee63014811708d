import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './source-tree.ts';

interface Graph {
  getModuleInfo(id: string): { readonly importers: readonly string[] };
}
const { clientAreaGroups } = (await import(join(ROOT, '.config/client-area-build.mjs'))) as {
  clientAreaGroups(): readonly { name(id: string, graph: Graph): string | null }[];
};

const AREA = '/x/src/client-area';
const view = (folder: string): string => `${AREA}/${folder}/${folder.split('/').at(-1)}.screen.tsx`;
const PART = `${AREA}/parts/part.tsx`;

/** The file that the build puts a part into which these modules import; undefined: its own screen's. */
function fileOf(importers: readonly string[]): string | undefined {
  const graph: Graph = { getModuleInfo: (id) => ({ importers: id === PART ? importers : [] }) };
  return clientAreaGroups()
    .map(({ name }) => name(PART, graph))
    .find((file) => file !== null);
}

describe('the file of a part of the client area', () => {
  test('is the screen’s own while one screen uses it, also a screen that no section names', () => {
    expect(fileOf([view('profile/components/payment/repay-loan')])).toBeUndefined();
    expect(fileOf([view('profile/a-new-screen')])).toBeUndefined();
  });

  test('is that of the section whose screens share it', () => {
    const paying = [view('profile/components/payment/repay-loan'), view('online-payment/completed')];
    expect(fileOf(paying)).toBe('client-area-payment');
    expect(fileOf([view('profile/settings'), view('profile/settings/edit-email')])).toBe('client-area-settings');
  });

  test('is that of all clients once a second section, or a new screen beside it, needs it', () => {
    const both = [view('profile/components/payment/repay-loan'), view('profile/a-new-screen')];
    expect(fileOf(both)).toBe('client-area-session');
    expect(fileOf([view('profile/a-new-screen'), view('profile/another-new-screen')])).toBe('client-area-session');
  });

  test('is that of the frame, or of visitors, as soon as these need it', () => {
    expect(fileOf([`${AREA}/client-area.island.tsx`, view('profile')])).toBe('client-area');
    expect(fileOf([view('sign-up'), view('application/personal')])).toBe('client-area-shared');
  });
});
