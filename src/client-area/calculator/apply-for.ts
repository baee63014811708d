import type { Selection } from '#loan/selection.ts';
import type { InquiryAnswer } from '#stores/inquiry.ts';

/**
 * Applies for a loan. The code for it is loaded only then; when it does not load, nothing was sent.
 * @param endedLeadsTo the address to open if the session has ended; home by default
 */
export async function applyFor(selection: Selection, key: string, endedLeadsTo?: string): Promise<InquiryAnswer> {
  const inquiry = await import('#stores/inquiry.ts').catch(() => undefined);
  return inquiry ? inquiry.sendInquiry(selection, key, endedLeadsTo) : { kind: 'unreachable' };
}
