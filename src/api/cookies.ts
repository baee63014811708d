import { SESSION_DAYS } from './access.ts';
import { CONSENT_DAYS } from './consent.ts';
import { MARKETING_DAYS } from './marketing-params.ts';
import { SELECTION_DAYS } from './selection-days.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface CookieFacts {
  readonly setBy: 'lending' | 'pages' | 'editor' | 'preview';
  /** Scripts of our pages read it; all others are HttpOnly. */
  readonly scripts: boolean;
  /** The longest lifetime; a session ends earlier when its client logs out. */
  readonly seconds: number;
  /** The text that visitors read about it: `cookie_{told}`. */
  readonly told:
    | 'session'
    | 'device'
    | 'passkey'
    | 'visitor'
    | 'complaint'
    | 'link'
    | 'consent'
    | 'marketing'
    | 'selection'
    | 'staff';
  /** Its content, in words for operators. */
  readonly holds: string;
  /** The reason why its name does not have the prefix `__Host-`, with the date of the decision. */
  readonly noPrefix?: string;
}

const link: CookieFacts = {
  setBy: 'lending',
  scripts: false,
  seconds: 15 * MINUTE,
  told: 'link',
  holds: 'the secret of an e-mail’s link',
};

const selection: CookieFacts = {
  setBy: 'pages',
  scripts: true,
  seconds: SELECTION_DAYS * DAY,
  told: 'selection',
  holds: 'choices in the calculator',
  noPrefix: '22/11/2026: the specification gives the names; `Secure` over TLS, no secret',
};

/**
 * Every cookie that is ever set: who sets it, for how long, and what it is used for. The servers take lifetime and
 * visibility from here, the cookie page and the operators' page print it, and every journey of the browser tests is
 * checked against it.
 */
export const COOKIES = {
  auth: {
    setBy: 'lending',
    scripts: true,
    seconds: SESSION_DAYS * DAY,
    told: 'session',
    holds: 'one half of a session, sent as Bearer; nothing without the other half',
    noPrefix: '22/11/2026: the product’s specification gives the name; `Secure` all the same',
  },
  '__Host-bind': {
    setBy: 'lending',
    scripts: false,
    seconds: SESSION_DAYS * DAY,
    told: 'session',
    holds: 'the other half of a session',
  },
  '__Host-device': {
    setBy: 'lending',
    scripts: false,
    seconds: 365 * DAY,
    told: 'device',
    holds: 'the secret of a browser whose owner has passed a code in it',
  },
  '__Host-did': {
    setBy: 'lending',
    scripts: false,
    seconds: 365 * DAY,
    told: 'visitor',
    holds: 'the random id of a visitor’s device',
  },
  marketingParams: {
    setBy: 'lending',
    scripts: true,
    seconds: MARKETING_DAYS * DAY,
    told: 'marketing',
    holds: 'the query of the advertisement a visitor came by, click id included',
    noPrefix: '22/11/2026: the specification gives the name; `Secure` all the same, no secret',
  },
  calc_selected_amount: selection,
  calc_selected_term: selection,
  calc_selected_product_type: selection,
  calc_selected_product_id: selection,
  calc_selected_topup_amount: selection,
  '__Host-complaint': {
    setBy: 'lending',
    scripts: false,
    seconds: 30 * MINUTE,
    told: 'complaint',
    holds: 'the sealed right to see one complaint',
  },
  '__Host-auth-passkey': {
    setBy: 'lending',
    scripts: false,
    seconds: 15 * MINUTE,
    told: 'passkey',
    holds: 'the secret of a browser that signs in with a passkey',
  },
  '__Host-auth-not-me': link,
  '__Host-profile-email-link': link,
  '__Host-profile-changes-stop': link,
  '__Host-consent': {
    setBy: 'lending',
    scripts: true,
    seconds: CONSENT_DAYS * DAY,
    told: 'consent',
    holds: 'whether analytics may load',
  },
  '__Host-maintenance-pass': {
    setBy: 'lending',
    scripts: false,
    seconds: 10 * HOUR,
    told: 'staff',
    holds: 'the sealed right of staff to see the product while it is closed',
  },
  '__Host-desk': {
    setBy: 'lending',
    scripts: false,
    // Longer than the session, so that a form that comes too late can be kept for the colleague who wrote it.
    seconds: 24 * HOUR,
    told: 'staff',
    holds: 'a colleague’s session at the desk',
  },
  '__Host-desk-language': {
    setBy: 'lending',
    scripts: false,
    seconds: 365 * DAY,
    told: 'staff',
    holds: 'the language of the desk',
  },
  '__Host-desk-passkey': {
    setBy: 'lending',
    scripts: false,
    seconds: 15 * MINUTE,
    told: 'staff',
    holds: 'the secret of a browser that signs in with a passkey',
  },
  '__Host-editor': { setBy: 'editor', scripts: false, seconds: 12 * HOUR, told: 'staff', holds: 'an editor’s session' },
  editor: {
    setBy: 'editor',
    scripts: false,
    seconds: 12 * HOUR,
    told: 'staff',
    holds: 'the same without TLS',
    noPrefix:
      '22/11/2026: a laptop’s `http://localhost` only, where Safari keeps nothing `Secure`; production has no editor',
  },
  'editor-language': {
    setBy: 'editor',
    scripts: false,
    seconds: 365 * DAY,
    told: 'staff',
    holds: 'the language of the editor’s pages',
    noPrefix: '23/11/2026: a choice of two words, no secret; production has no editor',
  },
  '__Host-preview': {
    setBy: 'preview',
    scripts: false,
    seconds: HOUR,
    told: 'staff',
    holds: 'drafts, for people who came from the visual editor',
  },
  preview: {
    setBy: 'preview',
    scripts: false,
    seconds: HOUR,
    told: 'staff',
    holds: 'the same beside the embedded editor',
    noPrefix: '22/11/2026: a laptop’s `http://localhost` only; production has no embedded editor',
  },
} as const satisfies Readonly<Record<string, CookieFacts>>;
export type CookieName = keyof typeof COOKIES;

export interface CookieRow extends CookieFacts {
  readonly names: readonly CookieName[];
}

/** Builds the table as pages print it: cookies with the same description share a row. */
export function cookieRows(by: 'holds' | 'told'): readonly CookieRow[] {
  const rows = new Map<string, CookieRow>();
  for (const [name, facts] of Object.entries(COOKIES) as [CookieName, CookieFacts][]) {
    const row = rows.get(facts[by]);
    rows.set(facts[by], { ...(row ?? facts), names: [...(row?.names ?? []), name] });
  }
  return [...rows.values()];
}
