import type { CDPSession, Page } from '@playwright/test';

/** An authenticator of a page's device in Chromium, which gives its finger at once, where browsers fill in names too. */
export interface VirtualAuthenticator {
  /** Whether whoever is asked for a finger gives it. */
  readonly givesFinger: (isUserVerified: boolean) => Promise<unknown>;
  /** Whether it answers by itself. */
  readonly touches: (enabled: boolean) => Promise<unknown>;
}

export async function withAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    givesFinger: (isUserVerified) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    touches: (enabled) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}
