/**
 * What the tag managers may reach; anything else they are told to load is refused by the browser. The scripts come from
 * one host; what they measure goes to the others.
 */
export const TAG_SCRIPT_ORIGIN = 'https://www.googletagmanager.com';
const MEASURE_ORIGINS = ['https://*.google-analytics.com', 'https://*.analytics.google.com'];

/**
 * Directives of the `marketing` policy (page-policy.ts). The one Trusted Types policy is the default
 * one, because the tag managers assign plain strings: it lets addresses of the one script host through, and no code.
 */
export const MARKETING_DIRECTIVES = [
  `connect-src ${TAG_SCRIPT_ORIGIN} ${MEASURE_ORIGINS.join(' ')}`,
  `img-src ${TAG_SCRIPT_ORIGIN} ${MEASURE_ORIGINS.join(' ')}`,
  'trusted-types default',
] as const;
