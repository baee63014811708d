import { styleHash } from '../style-hash.ts';
import css from './consent.css?inline';
import { MARKETING_DIRECTIVES, TAG_SCRIPT_ORIGIN } from './tag-manager-hosts.ts';

/** What a page may add to its own policy; `Astro.csp`. */
interface PagePolicy {
  insertDirective(directive: (typeof MARKETING_DIRECTIVES)[number]): void;
  insertScriptResource(origin: string): void;
  insertStyleHash(hash: `sha256-${string}`): void;
}

/**
 * Makes a page's policy the `marketing` one of design §8. The document has to ask for it: when the banner is rendered,
 * the head with the policy is already written.
 */
export async function allowTagManagers(policy: PagePolicy): Promise<void> {
  for (const directive of MARKETING_DIRECTIVES) policy.insertDirective(directive);
  policy.insertScriptResource(TAG_SCRIPT_ORIGIN);
  policy.insertStyleHash(await styleHash(css));
}
