import type { ClientScreen } from '#api/client-screens.ts';
import { markScreenSeen } from '#api/endpoints/applications/mark-screen-seen.ts';
import { openScreen } from '#client-area/router.ts';
import { request } from '#stores/protected-call.ts';
import { openNextScreen } from './next-step.ts';

/**
 * Marks a screen as seen, so that the server no longer shows it first, and continues. If the request fails the client
 * continues anyway and sees the screen once more.
 */
export async function leaveScreen(screen: ClientScreen, otherwise: ClientScreen): Promise<void> {
  const answer = await request(markScreenSeen, { body: { screen } });
  if (answer.kind === 'ok') return openNextScreen(answer.value);
  if (answer.kind !== 'aborted') openScreen({ name: otherwise });
}
