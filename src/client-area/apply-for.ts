import type { Selection } from '#loan/selection.ts';
import type { InquiryAnswer } from '#stores/inquiry.ts';

/** Applies for a loan, loading its code for that alone; an ended session leads to `endedLeadsTo`, or home. */
export async function applyFor(selection: Selection, key: string, endedLeadsTo?: string): Promise<InquiryAnswer> {
  const inquiry = await import('#stores/inquiry.ts').catch(() => undefined);
  return inquiry ? inquiry.sendInquiry(selection, key, endedLeadsTo) : { kind: 'unreachable' };
}
