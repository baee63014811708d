import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  editorTokenOf,
  isEditorToken,
  isPass,
  newPass,
  signEditorToken,
  signedPreviewPath,
} from '#server/publishing/preview/editor-token.ts';

const KNOWN = { spaceId: 288868, previewToken: 'preview-token', nowS: 1_800_000_000 };

function tokenAt(timestamp: number, changes: Partial<{ spaceId: string; previewToken: string; token: string }> = {}) {
  const { spaceId = String(KNOWN.spaceId), previewToken = KNOWN.previewToken } = changes;
  const token = createHash('sha1').update(`${spaceId}:${previewToken}:${timestamp}`).digest('hex');
  return { spaceId, timestamp: String(timestamp), token: changes.token ?? token };
}

describe('the token of the editor', () => {
  test.each([
    ['just signed', tokenAt(KNOWN.nowS), true],
    ['signed almost an hour ago', tokenAt(KNOWN.nowS - 3_599), true],
    ['signed an hour ago', tokenAt(KNOWN.nowS - 3_600), false],
    ['signed by a clock that is four minutes ahead', tokenAt(KNOWN.nowS + 240), true],
    ['signed for next year, to last', tokenAt(KNOWN.nowS + 31_536_000), false],
    ['signed with another token', tokenAt(KNOWN.nowS, { previewToken: 'public-token' }), false],
    ['of another space, well signed', tokenAt(KNOWN.nowS, { spaceId: '1' }), false],
    ['made up', tokenAt(KNOWN.nowS, { token: 'a'.repeat(40) }), false],
    ['too short', tokenAt(KNOWN.nowS, { token: 'a' }), false],
    ['at no time', { ...tokenAt(KNOWN.nowS), timestamp: 'NaN' }, false],
  ])('%s: %#', (_, token, isGood) => {
    expect(isEditorToken(token, KNOWN)).toBe(isGood);
  });

  test('parameters that merely exist prove nothing', { tags: 'asvs-6.1.3' }, () => {
    expect(editorTokenOf(new URLSearchParams('_storyblok=1&_storyblok_c=page'))).toBeUndefined();
    expect(editorTokenOf(new URLSearchParams('_storyblok_tk[space_id]=1&_storyblok_tk[timestamp]=2'))).toBeUndefined();
  });

  test('our own editor signs as Storyblok’s does', () => {
    const path = signedPreviewPath('/preview/tarifas/', KNOWN);
    const token = editorTokenOf(new URL(path, 'http://here').searchParams);
    expect(token).toEqual(tokenAt(KNOWN.nowS));
  });
});

test('the pass that a browser keeps lasts an hour and cannot be made', {
  tags: ['asvs-9.1.1', 'asvs-9.1.2', 'asvs-9.1.3', 'asvs-9.2.1'],
}, () => {
  const pass = newPass(KNOWN.previewToken, KNOWN.nowS);
  expect(isPass(pass, KNOWN.previewToken, KNOWN.nowS + 3_599)).toBe(true);
  expect(isPass(pass, KNOWN.previewToken, KNOWN.nowS + 3_600)).toBe(false);
  expect(isPass(pass, 'another', KNOWN.nowS)).toBe(false);
  const [, mac] = pass.split('.');
  expect(isPass(`${KNOWN.nowS + 999_999}.${mac}`, KNOWN.previewToken, KNOWN.nowS)).toBe(false);
  expect(isPass(undefined, KNOWN.previewToken, KNOWN.nowS)).toBe(false);
});

test('what the same token signs for something else does not open the preview', {
  tags: ['asvs-9.2.2', 'asvs-9.2.3', 'asvs-9.2.4'],
}, () => {
  const until = String(KNOWN.nowS + 3_000);
  const signed = (text: string) => createHmac('sha256', KNOWN.previewToken).update(text).digest('base64url');
  expect(isPass(`${until}.${signed(`preview until ${until}`)}`, KNOWN.previewToken, KNOWN.nowS)).toBe(true);
  for (const text of [until, `until ${until}`, `editor until ${until}`, `preview ${until}`]) {
    expect(isPass(`${until}.${signed(text)}`, KNOWN.previewToken, KNOWN.nowS), text).toBe(false);
  }
  const link = signEditorToken('1', until, KNOWN.previewToken);
  expect(isPass(`${until}.${link}`, KNOWN.previewToken, KNOWN.nowS)).toBe(false);
});
