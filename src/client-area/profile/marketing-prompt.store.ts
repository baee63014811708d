import { getMarketingPrompt } from '#api/endpoints/profile/get-marketing-prompt.ts';
import { putOffMarketingPrompt } from '#api/endpoints/profile/put-off-marketing-prompt.ts';
import { type Act, createAct } from '#client-area/data/act.store.ts';
import { createLoadedFrom, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { request } from '#stores/protected-call.ts';

export interface MarketingPromptStore extends Pick<LoadedStore<{ readonly isDue: boolean }>, '$state'> {
  /** Hides the question for 90 days. */
  readonly notNow: Act;
}

/** Creates the question about consent to offers, which the server decides to ask. It never asks for a proof. */
export function createMarketingPrompt(onQuiet: () => void): MarketingPromptStore {
  const { $state, take } = createLoadedFrom((reading) => request(getMarketingPrompt, {}, { ...reading, quiet: true }));
  const notNow = createAct(
    () => request(putOffMarketingPrompt, {}, { saysFailure: true }),
    () => {
      onQuiet();
      take({ isDue: false });
    },
  );
  return { $state, notNow };
}
