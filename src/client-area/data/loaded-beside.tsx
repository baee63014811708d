import type { ReactNode } from 'react';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { ScreenProps } from '../screen.ts';
import type { Loaded } from './loaded.store.ts';

interface Props extends Pick<ScreenProps, 'say'> {
  readonly state: Loaded<unknown>;
  readonly children: ReactNode;
}

/** Around data of `createLoadedBeside` and their buttons, which must not move under a finger: shown together. */
export function LoadedBeside({ state, children, say }: Props) {
  return state.kind === 'loading' ? <Skeleton label={say('client_loading')} look="cards" /> : children;
}
