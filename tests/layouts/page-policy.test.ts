import { describe, expect, test } from 'vitest';
import { policyAdditions } from '#layouts/page-policy.ts';

const CARD_PAGES = ['profile/components/niubiz-method', '/en/profile/components/niubiz-method/'];
const policyOf = (path: string, cardOrigins?: string, hasTagManagers = false) =>
  policyAdditions(path, { hasTagManagers, cardOrigins });
/** The sources of a directive, 'none' when the page does not add to it. */
const sources = (policy: ReturnType<typeof policyOf>, name: string) =>
  policy.directives.find((directive) => directive.startsWith(`${name} `))?.slice(name.length + 1) ?? 'none';

describe('the page of the card form', () => {
  test.each(CARD_PAGES)('%s may load the provider’s script, and reach the provider and us', (path) => {
    const policy = policyOf(path);
    expect(policy.scriptOrigins).toEqual(['https://static-content.vnforapps.com']);
    for (const name of ['frame-src', 'connect-src', 'form-action']) {
      expect(sources(policy, name)).toBe("'self' https://static-content.vnforapps.com https://apiprod.vnforapps.com");
    }
  });

  test('may reach our own host alone in the sandbox, whose form is ours', () => {
    const policy = policyOf(CARD_PAGES[0] as string, '');
    expect(policy.scriptOrigins).toEqual([]);
    expect(sources(policy, 'frame-src')).toBe("'self'");
    expect(policy.directives.join(' ')).not.toContain('https:');
  });

  test('reaches another environment of the provider when it is named, the host of the script first', () => {
    const policy = policyOf(CARD_PAGES[0] as string, 'https://static.test, https://api.test');
    expect([policy.scriptOrigins, policy.styleOrigins]).toEqual([['https://static.test'], ['https://static.test']]);
    expect(sources(policy, 'connect-src')).toBe("'self' https://static.test https://api.test");
  });

  test.each(['http://static.test', 'https://a.test; script-src *', "'unsafe-inline'", 'https://a.test/x'])(
    '"%s" stops the build',
    (text) => expect(() => policyOf(CARD_PAGES[0] as string, text)).toThrow('PUBLIC_CARD_ORIGINS'),
  );

  test('does not demand Trusted Types of a script that was not written for them', () => {
    expect(sources(policyOf(CARD_PAGES[0] as string), 'require-trusted-types-for')).toBe('none');
  });
});

test.each(['', 'tarifas', 'profile', 'profile/components/payment/repay-loan', 'sign-in', 'calculatoripl'])(
  'no other page reaches the provider, and all demand Trusted Types: "%s"',
  { tags: 'promise-what-the-product-does-with-cards' },
  (path) => {
    for (const hasTagManagers of [false, true]) {
      const policy = policyOf(path, undefined, hasTagManagers);
      expect(JSON.stringify(policy)).not.toContain('vnforapps');
      expect(sources(policy, 'require-trusted-types-for')).toBe("'script'");
      expect(sources(policy, 'frame-src')).toBe('none');
      // The client area alone names one: that of the worker's address.
      const ours = /^(?:profile|sign-in)/.test(path) ? 'manay-worker' : "'none'";
      expect(sources(policy, 'trusted-types')).toBe(hasTagManagers && ours === "'none'" ? 'default' : ours);
    }
  },
);
