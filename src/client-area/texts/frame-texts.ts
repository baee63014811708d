import { CLIENT_FRAME } from '#i18n/messages/client-frame.ts';
import { keysOf, type MessageKey } from '#i18n/messages.ts';

/** General words that any screen may need, beside those of the frame itself. */
const GENERAL = [
  'form_optional',
  'form_choose',
  'form_busy',
  'form_errors_one',
  'form_errors_many',
  'form_over',
  'form_error_title',
  'error_not_found',
  'error_home',
  'error_server',
  'error_code',
  'errors.required',
  'errors.invalid',
  ...keysOf('errors.too_'),
  'errors.out_of_range',
  'errors.step',
  'errors.not_allowed',
  'errors.unknown',
  'errors.duplicate',
  'errors.expired',
  'errors.mismatch',
  'errors.underage',
  'errors.checksum',
  'errors.future',
  'errors.past',
  'errors.letter',
  'errors.unsupported_type',
  'errors.unreadable',
  // The window of a proof is on every screen.
  'errors.code.invalid',
  'errors.code.expired',
] as const satisfies readonly MessageKey[];

/** The header's texts are in the page. */
type FrameKey = Exclude<keyof typeof CLIENT_FRAME, `header_${string}` | `interface_${string}`>;

/** The texts of the frame; every screen may use them too. */
export type FrameTextKey = FrameKey | (typeof GENERAL)[number];

/** These are part of every page of the client area. For pages and tests: browsers get the texts, never this list. */
export function frameTextKeys(): FrameTextKey[] {
  const own = Object.keys(CLIENT_FRAME).filter((key) => !/^(?:header|interface)_/.test(key)) as FrameKey[];
  return [...own, ...GENERAL];
}
