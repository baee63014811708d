import { getMarketingPrompt } from '#api/endpoints/profile/get-marketing-prompt.ts';
import { putOffMarketingPrompt } from '#api/endpoints/profile/put-off-marketing-prompt.ts';
import { type Act, createAct } from '#client-area/data/act.store.ts';
import { createLoadedFrom, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { request } from '#stores/protected-call.ts';

export interface MarketingPromptStore extends Pick<LoadedStore<{ readonly isDue: boolean }>, '$state'> {
  /** Hides the question for 90 days. */
  readonly notNow: Act;
}

/** Whether to ask for consent to offers, as the server decides. Never asks for a proof. */
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
