import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';
import { notify } from '#client-area/notice.ts';
import { goOn } from '../parts/go-on.ts';

/** Asks people to look again (Ley 29733: nobody has to accept a decision made by a machine alone). */
export function createReview(sentText: string): FormStore<{ readonly comment: string }> {
  return createForm({
    endpoint: requestReview,
    initial: { comment: '' },
    toBody: given,
    onDone: (state) => {
      notify(sentText);
      goOn(state);
    },
  });
}
