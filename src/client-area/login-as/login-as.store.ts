import { atom, type ReadableAtom } from 'nanostores';
import { redeemLoginAs } from '#api/endpoints/people/redeem-login-as.ts';
import { environment } from '#stores/environment.ts';
import { request } from '#stores/protected-call.ts';
import { openScreen } from '../router.ts';

/** `missing`: the address does not have a token. `over`: the link was used, or its minute has passed. */
export type LoginAs = 'opening' | 'missing' | 'over' | 'failed';

export interface LoginAsStore {
  readonly $state: ReadableAtom<LoginAs>;
  readonly open: () => Promise<void>;
}

/** Opens a client's account with a one-time link. A session that existed in this browser ends. */
export function createLoginAs(token: string | undefined): LoginAsStore {
  const $state = atom<LoginAs>(token ? 'opening' : 'missing');
  const open = async () => {
    if (!token) return;
    $state.set('opening');
    const answer = await request(redeemLoginAs, { body: { token } }, { saysFailure: true });
    if (answer.kind === 'ok') return openScreen(answer.value.nextScreen);
    if (answer.kind === 'aborted') return;
    const isOver = answer.kind === 'refused' && answer.status < 500;
    if (!isOver) environment().log('the link could not be redeemed', answer);
    $state.set(isOver ? 'over' : 'failed');
  };
  return { $state, open };
}
