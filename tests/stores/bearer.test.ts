import { describe, expect, test, vi } from 'vitest';
import { bearer } from '#stores/bearer.ts';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';

describe('the header of a signed-in browser', () => {
  test.each([
    ['', null],
    ['authentic=no; consent=yes', null],
    ['calc_selected_amount=500; auth=aB-_9; consent=yes', { authorization: 'Bearer aB-_9' }],
  ])('with the cookies "%s"', (cookies, header) => {
    openWindow();
    vi.stubGlobal('document', { cookie: cookies });
    expect(bearer()).toEqual(header);
  });

  test('goes with every request that a page makes by itself, beside those of the one call', {
    tags: 'spec-7.1',
  }, () => {
    const rooms = ['src/blocks', 'src/calculator', 'src/client-area', 'src/layouts', 'src/public-area', 'src/stores'];
    const senders = rooms
      .flatMap((room) => filesUnder(room))
      .filter((file) => /(?<!\w)fetch\([^)]|\bfetch\(\)|new XMLHttpRequest|sendBeacon/.test(read(file)));
    expect(senders.filter((file) => !/bearer\(\)|authorization: `Bearer/.test(read(file)))).toEqual([
      // Texts of the site.
      'src/client-area/calculator/embed.tsx',
      'src/client-area/current-screen.store.ts',
      // Pages of the site and their files.
      'src/client-area/offline/keep-pages.ts',
      'src/client-area/offline/worker-script.ts',
      'src/layouts/account/account-script.astro',
      // Given the headers by the call (src/api/call.ts), which sends the token.
      'src/stores/environment.ts',
      'src/stores/fetch-with-progress.ts',
      'src/stores/request.ts',
    ]);
    expect(senders.length).toBeGreaterThan(8);
  });
});
