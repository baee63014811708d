import type { Services } from './services.ts';

/** What everything about people and their sessions shares. */
export type IdentityContext = Pick<Services, 'db' | 'vault' | 'clock' | 'trustedProxies' | 'siteUrl'>;
