// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { ProfileBody } from '#api/endpoints/profile/get-profile.ts';
import { $acceptMarketing } from '#stores/accept-marketing.ts';
import { $profile } from '#stores/profile.ts';

test('is what the server said last of the client, and gone with them', { tags: 'spec-3.38' }, () => {
  expect($acceptMarketing.get()).toBeUndefined();
  $profile.set({ acceptMarketing: { value: true } } as ProfileBody);
  expect($acceptMarketing.get()).toBe(true);
  $profile.set(undefined);
  expect($acceptMarketing.get()).toBeUndefined();
});
