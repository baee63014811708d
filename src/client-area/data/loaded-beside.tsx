import type { ReactNode } from 'react';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { ScreenProps } from '../screen.ts';
import type { Loaded } from './loaded.store.ts';

interface Props extends Pick<ScreenProps, 'say'> {
  readonly state: Loaded<unknown>;
  readonly children: ReactNode;
}

/**
 * Around data of `createLoadedBeside` and what stands with them: shown when they are here, or known to be missing. A button
 * that they move when they come is missed by whoever taps it meanwhile.
 */
export function LoadedBeside({ state, children, say }: Props) {
  return state.kind === 'loading' ? <Skeleton label={say('client_loading')} look="cards" /> : children;
}
