import { putOffMarketingPrompt } from '#api/endpoints/profile/put-off-marketing-prompt.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { lenderNow } from '#server/lending/parameters/lender-time.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { putOffMarketingPrompt as putOff } from '../marketing-prompt.ts';

type Context = Pick<LendingContext, 'db' | 'clock'>;

export function putOffMarketingPromptRoute({ db, clock }: Context): Route<typeof putOffMarketingPrompt> {
  return {
    endpoint: putOffMarketingPrompt,
    async answer({ client }) {
      await putOff(db.kysely, client.personId, lenderNow(clock));
      return { kind: 'ok', body: undefined, headers: {} };
    },
  };
}
