import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import { notify } from '#client-area/frame/notice.ts';
import { openNextScreen } from '../any-step/next-step.ts';

/**
 * Creates the form that requests a review by a person (Ley 29733: the right not to be subject to a purely automated
 * decision).
 */
export function createReview(sentText: string): FormStore<{ readonly comment: string }> {
  return createForm({
    endpoint: requestReview,
    initial: { comment: '' },
    toBody: given,
    onDone: (state) => {
      notify(sentText);
      openNextScreen(state);
    },
  });
}
