import { getMarketingPrompt } from '#api/endpoints/profile/get-marketing-prompt.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { SnapshotContext } from '#server/lending/loans/loan-snapshot.ts';
import { isMarketingPromptDue } from '../marketing-prompt.ts';

/** Staff impersonating a client are never asked: only the client can consent. */
export function getMarketingPromptRoute(services: SnapshotContext): Route<typeof getMarketingPrompt> {
  return {
    endpoint: getMarketingPrompt,
    async answer({ client }) {
      const isDue = !client.impersonation && (await isMarketingPromptDue(services, client.personId));
      return { kind: 'ok', body: { isDue }, headers: {} };
    },
  };
}
