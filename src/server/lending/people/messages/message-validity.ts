import { RESET_MS } from '../change-password.ts';
import { RECOVERY_LINK_MS } from '../recover-phone.ts';
import { CODE_MS } from '../store/challenge-store.ts';
import { CONTACT_WAIT_MS } from '../store/contact-change-store.ts';
import { CODE_TEMPLATE } from './code-message.ts';
import { type AccountEmailName, accountTemplate } from './identity-messages.ts';
import { CONFIRM_MS } from './send-account-email.ts';

/** Letters that say nothing but a link, and how long it opens something. A warning stays true when its link is over. */
const LINK_MS = {
  'password-reset': RESET_MS,
  'phone-recovery': RECOVERY_LINK_MS,
  'email-confirm': CONTACT_WAIT_MS,
  'email-own': CONFIRM_MS,
} as const satisfies Partial<Record<AccountEmailName, number>>;

/**
 * Time for which a message's content holds, by its template: afterwards it is not sent any more, and its text is
 * forgotten.
 */
export const MESSAGE_VALID_MS: Readonly<Record<string, number>> = {
  [CODE_TEMPLATE]: CODE_MS,
  ...Object.fromEntries(Object.entries(LINK_MS).map(([name, ms]) => [accountTemplate(name as AccountEmailName), ms])),
};
