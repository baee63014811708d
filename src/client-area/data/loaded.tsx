import { lazy, type ReactNode, Suspense, useState } from 'react';
import { environment } from '#stores/environment.ts';
import { $hasNetwork, $isOnline } from '#stores/online.ts';
import { Note } from '#ui/note/note.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { Refusal } from '../form/form.store.ts';
import { momentOf } from '../loan-parts/lima-moment.ts';
import type { ScreenProps } from '../screen.ts';
import { useStore } from '../use-store.ts';
import { Again } from './again.tsx';
import { LOADING, type LoadedStore } from './loaded.store.ts';

/** Rarely seen, so it does not travel with every screen. */
const Refused = lazy(() => import('./refused.tsx').then((module) => ({ default: module.Refused })));

interface Props<Value> extends Pick<ScreenProps, 'say'> {
  readonly store: Pick<LoadedStore<Value>, '$state' | 'load' | 'isSeen'>;
  readonly children: (value: Value, isStale: boolean) => ReactNode;
  /** The size of what is being loaded. */
  readonly look?: 'lines' | 'cards' | 'form';
  /** Shows a refusal that is not a failure here, such as a 404 for "nothing yet". Nothing: it is a failure. */
  readonly refused?: (answer: Refusal) => ReactNode;
  /** Shown below the message that there is no connection. */
  readonly offline?: ReactNode;
}

/** Loaded data in each of its states: loading, ready, stale, failed, offline. */
export function LoadedView<Value>({ store, children, look = 'cards', refused, offline, say }: Props<Value>) {
  const state = useStore(store.$state, { ssr: () => LOADING });
  const hasNetwork = useStore($hasNetwork);
  switch (state.kind) {
    case 'loading':
      return <Skeleton label={say('client_loading')} look={look} />;
    case 'offline':
      return (
        <>
          {/* The frame says that the network is missing. */}
          <Note title={say('client_data_failed')} icon="wifi">
            {hasNetwork && <Again load={store.load}>{say('client_retry')}</Again>}
          </Note>
          {offline}
        </>
      );
    case 'refused':
      return (
        refused?.(state.answer) || (
          <Suspense>
            <Refused answer={state.answer} load={store.load} say={say} />
          </Suspense>
        )
      );
    case 'ready':
      return (
        <>
          {(state.isStale || (store.isSeen && !hasNetwork)) && (
            <Stale atMs={state.atMs} refresh={hasNetwork ? store.load : undefined} say={say} />
          )}
          {children(state.value, state.isStale)}
        </>
      );
  }
}

function Stale({
  atMs,
  refresh,
  say,
}: { readonly atMs: number; readonly refresh: (() => void) | undefined } & Pick<ScreenProps, 'say'>) {
  const seen = momentOf(atMs);
  const isToday = seen.date === momentOf(environment().nowMs()).date;
  const told = (
    <>
      <p>{say(isToday ? 'client_stale' : 'client_stale_day', { ...seen })}</p>
      {refresh && <Again load={refresh}>{say('client_refresh')}</Again>}
    </>
  );
  // Without a connection the frame has a notice already: one is enough.
  return useStore($isOnline) ? <Note look="warn">{told}</Note> : <div className="row small">{told}</div>;
}

/** Creates a store once for the lifetime of the screen. */
export function useLoaded<Store>(create: () => Store): Store {
  const [store] = useState(create);
  return store;
}
