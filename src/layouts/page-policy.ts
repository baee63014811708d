import { isClientArea, isFramable, pageKind } from '#api/page-kind.ts';
import { readCardOrigins } from './card-provider.ts';
import { MARKETING_DIRECTIVES, TAG_SCRIPT_ORIGIN } from './consent/tag-manager-hosts.ts';

type Directive =
  `${'connect-src' | 'form-action' | 'frame-src' | 'img-src' | 'require-trusted-types-for' | 'trusted-types' | 'worker-src'} ${string}`;

/** Directives of a page's policy beyond those of `astro.config.mjs`. */
export interface PolicyAdditions {
  readonly directives: readonly Directive[];
  /** Hosts that scripts and style sheets may come from. */
  readonly scriptOrigins: readonly string[];
  readonly styleOrigins: readonly string[];
}

const TRUSTED_TYPES = "require-trusted-types-for 'script'";
const STRICT: PolicyAdditions = {
  directives: [TRUSTED_TYPES, "trusted-types 'none'"],
  scriptOrigins: [],
  styleOrigins: [],
};
/** The client area's pages, which register the worker for the time without a network, and no other script by its name. */
const OWN: PolicyAdditions = {
  ...STRICT,
  directives: [TRUSTED_TYPES, 'trusted-types manay-worker', "worker-src 'self'"],
};
const MARKETING: PolicyAdditions = {
  directives: [TRUSTED_TYPES, ...MARKETING_DIRECTIVES],
  scriptOrigins: [TAG_SCRIPT_ORIGIN],
  styleOrigins: [],
};

/**
 * Builds the policy of a page by its kind (design §8). A marketing page is strict as long as it loads no containers.
 * @param settings.cardOrigins `PUBLIC_CARD_ORIGINS`, see `readCardOrigins`
 */
export function policyAdditions(
  path: string,
  settings: { readonly hasTagManagers: boolean; readonly cardOrigins: string | undefined },
): PolicyAdditions {
  const kind = pageKind(path);
  if (kind === 'card') return card(readCardOrigins(settings.cardOrigins));
  // A page that partners frame registers nothing.
  if (isClientArea(path) && !isFramable(path)) return OWN;
  return settings.hasTagManagers ? MARKETING : STRICT;
}

/**
 * Builds the policy of the only page with a third-party script: the script opens the provider's form in a frame, and
 * the form posts to us. It does not support Trusted Types, so they are not required here (decision 119); the sources
 * are still restricted to the provider.
 */
function card(origins: readonly string[]): PolicyAdditions {
  const [scriptOrigin] = origins;
  const list = ["'self'", ...origins].join(' ');
  return {
    directives: [`connect-src ${list}`, `frame-src ${list}`, `form-action ${list}`, `img-src ${list}`],
    scriptOrigins: scriptOrigin ? [scriptOrigin] : [],
    styleOrigins: scriptOrigin ? [scriptOrigin] : [],
  };
}
