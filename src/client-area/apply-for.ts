import type { Selection } from '#loan/selection.ts';
import type { InquiryAnswer } from '#stores/inquiry.ts';

/**
 * Applies for a loan. What it takes is loaded for that alone; when it does not load, nothing was sent.
 * @param endedLeadsTo where a session that has ended leads; home unless told
 */
export async function applyFor(selection: Selection, key: string, endedLeadsTo?: string): Promise<InquiryAnswer> {
  const inquiry = await import('#stores/inquiry.ts').catch(() => undefined);
  return inquiry ? inquiry.sendInquiry(selection, key, endedLeadsTo) : { kind: 'unreachable' };
}
