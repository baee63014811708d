/**
 * The hosts the tag managers may contact; the policy blocks others. Scripts come from one host; measurements go to the
 * others.
 */
export const TAG_SCRIPT_ORIGIN = 'https://www.googletagmanager.com';
const MEASURE_ORIGINS = ['https://*.google-analytics.com', 'https://*.analytics.google.com'];

/**
 * Directives of the `marketing` policy (page-policy.ts). The tag managers assign plain strings, so they need the
 * default Trusted Types policy, which allows script addresses of the one host and no code.
 */
export const MARKETING_DIRECTIVES = [
  `connect-src ${TAG_SCRIPT_ORIGIN} ${MEASURE_ORIGINS.join(' ')}`,
  `img-src ${TAG_SCRIPT_ORIGIN} ${MEASURE_ORIGINS.join(' ')}`,
  'trusted-types default',
] as const;
