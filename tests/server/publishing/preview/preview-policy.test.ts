import { describe, expect, test } from 'vitest';
import { previewPolicy, STORYBLOK_APP } from '#server/publishing/preview/preview-policy.ts';

const WRITTEN =
  "default-src 'none'; script-src 'self' 'sha256-AAA='; style-src 'self' 'sha256-BBB='; require-trusted-types-for 'script'";

describe('the policy of a preview', () => {
  test('keeps the hashes of the page’s own scripts and lets the bridge in, for a real space', () => {
    const policy = previewPolicy(WRITTEN, { framers: [STORYBLOK_APP], bridgeOrigin: STORYBLOK_APP });
    expect(policy).toContain("script-src 'self' 'sha256-AAA=' https://app.storyblok.com;");
    expect(policy).toMatch(/frame-ancestors https:\/\/app\.storyblok\.com$/);
    expect(policy).not.toContain('trusted-types');
    expect(policy).not.toContain('sha256-BBB');
  });

  test('has no host but ours without one, and only the styles of the page itself', () => {
    const policy = previewPolicy(WRITTEN, { framers: ["'self'"], bridgeOrigin: undefined });
    expect(policy).not.toContain('app.storyblok.com');
    expect(policy).toMatch(/frame-ancestors 'self'$/);
    expect(policy).toContain("style-src 'self' 'sha256-BBB=';");
    expect(policy).not.toContain('unsafe-inline');
  });

  test('may not be framed when no framer is named, and never lets inline scripts run', () => {
    const policy = previewPolicy('', { framers: [], bridgeOrigin: undefined });
    expect(policy).toMatch(/frame-ancestors 'none'$/);
    expect(policy).toContain("script-src 'self';");
  });
});
