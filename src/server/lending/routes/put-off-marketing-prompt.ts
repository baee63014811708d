import { putOffMarketingPrompt } from '#api/endpoints/put-off-marketing-prompt.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { lenderNow } from '../lender-time.ts';
import type { Services } from '../services.ts';
import { putOffMarketingPrompt as putOff } from '../workflows/marketing-prompt.ts';

type Context = Pick<Services, 'db' | 'clock'>;

export function putOffMarketingPromptRoute({ db, clock }: Context): Route<typeof putOffMarketingPrompt> {
  return {
    endpoint: putOffMarketingPrompt,
    async answer({ client }) {
      await putOff(db.kysely, client.personId, lenderNow(clock));
      return { kind: 'ok', body: undefined, headers: {} };
    },
  };
}
