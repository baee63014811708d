import { markScreenSeen } from '#api/endpoints/applications/mark-screen-seen.ts';
import { openScreen } from '#client-area/router.ts';
import type { ClientScreen } from '#loan/application-screens.ts';
import { request } from '#stores/protected-call.ts';
import { goOn } from './go-on.ts';

/**
 * Somebody has read how it ended, and goes on: from now on the screen is not shown by itself any more. Without an answer
 * they go on all the same, and will see it once more.
 */
export async function goOnFrom(screen: ClientScreen, otherwise: ClientScreen): Promise<void> {
  const answer = await request(markScreenSeen, { body: { screen } });
  if (answer.kind === 'ok') return goOn(answer.value);
  if (answer.kind !== 'aborted') openScreen({ name: otherwise });
}
