import type { ReactNode } from 'react';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { ScreenProps } from '../screen.ts';
import type { Loaded } from './loaded.store.ts';

interface Props extends Pick<ScreenProps, 'say'> {
  readonly state: Loaded<unknown>;
  readonly children: ReactNode;
}

/**
 * Wraps data of `createLoadedBeside` and the buttons beside them: shown together, when the data are here or known to be
 * missing, because a button that they moved would be missed by the finger that is about to tap it.
 */
export function LoadedBeside({ state, children, say }: Props) {
  return state.kind === 'loading' ? <Skeleton label={say('client_loading')} look="cards" /> : children;
}
