import { expect, test } from 'vitest';
import { mergePolicies, parsePolicy } from '#server/publishing/publisher/csp.ts';

test('a policy survives being read and written', () => {
  const policy =
    "default-src 'none'; script-src 'self' 'sha256-AAA='; require-trusted-types-for 'script'; trusted-types 'none'";
  expect(mergePolicies([parsePolicy(policy)])).toBe(policy);
});

test("'none' goes when another page needs a source, because browsers ignore it there", () => {
  const merged = mergePolicies([parsePolicy("script-src 'none'"), parsePolicy("script-src 'self'")]);
  expect(merged).toBe("script-src 'self'");
});
