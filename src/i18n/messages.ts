import { ACCESS_LOG } from './messages/access-log.ts';
import { ACCOUNT } from './messages/account.ts';
import { APPLICATION_END } from './messages/application-end.ts';
import { APPLICATION_FORM } from './messages/application-form.ts';
import { APPLICATION_OUTCOME } from './messages/application-outcome.ts';
import { ARRANGEMENTS } from './messages/arrangements.ts';
import { CALCULATOR } from './messages/calculator.ts';
import { CLIENT_CALCULATOR } from './messages/client-calculator.ts';
import { CLIENT_FRAME } from './messages/client-frame.ts';
import { COMPLAINTS } from './messages/complaints.ts';
import { DECISION } from './messages/decision.ts';
import { DOCUMENTS } from './messages/documents.ts';
import { EXTENSION } from './messages/extension.ts';
import { FIGURES } from './messages/figures.ts';
import { IDENTITY } from './messages/identity.ts';
import { LOAN } from './messages/loan.ts';
import { MARKETING } from './messages/marketing.ts';
import { NEW_CLIENT } from './messages/new-client.ts';
import { PASSKEYS } from './messages/passkeys.ts';
import { PAYING } from './messages/paying.ts';
import { PAYMENT_OUTCOME } from './messages/payment-outcome.ts';
import { PICTURES } from './messages/pictures.ts';
import { SITE } from './messages/site.ts';
import { VISITOR_DATA } from './messages/visitor-data.ts';

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

const together = <Groups extends readonly object[]>(...groups: Groups) =>
  Object.assign({}, ...groups) as Intersection<Groups[number]>;

/**
 * Every text of the site, once, in both languages (decision 100). The content service begins with these: its three
 * datasources (general, my-loans, application) are made from them, and what editors change there wins. The English one
 * is also the fallback for a missing translation (product-spec §8). Sets keep keys apart for editors; a key is unique
 * across them. Each part of the product has its file beside this one.
 * All are marked pure, because code that gets its texts from the page must not carry them along.
 */
const GENERAL = /* @__PURE__ */ together(
  SITE,
  PICTURES,
  CALCULATOR,
  CLIENT_CALCULATOR,
  FIGURES,
  COMPLAINTS,
  CLIENT_FRAME,
  IDENTITY,
  VISITOR_DATA,
);
const MY_LOANS = /* @__PURE__ */ together(
  LOAN,
  PASSKEYS,
  PAYING,
  PAYMENT_OUTCOME,
  MARKETING,
  DOCUMENTS,
  ARRANGEMENTS,
  EXTENSION,
  ACCESS_LOG,
  ACCOUNT,
);
const APPLICATION = /* @__PURE__ */ together(
  NEW_CLIENT,
  DECISION,
  APPLICATION_FORM,
  APPLICATION_OUTCOME,
  APPLICATION_END,
);

export const MESSAGE_SETS = { general: GENERAL, 'my-loans': MY_LOANS, application: APPLICATION } as const;
export type MessageSet = keyof typeof MESSAGE_SETS;

export const MESSAGES = /* @__PURE__ */ together(GENERAL, MY_LOANS, APPLICATION);
export type MessageKey = keyof typeof MESSAGES;

/** Lists the keys that begin with a prefix, for the texts that a screen is sent: `keysOf('draft_')`. */
export function keysOf<Prefix extends string>(prefix: Prefix): Extract<MessageKey, `${Prefix}${string}`>[] {
  return (Object.keys(MESSAGES) as Extract<MessageKey, `${Prefix}${string}`>[]).filter((key) => key.startsWith(prefix));
}
