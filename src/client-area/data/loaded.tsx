import { type ReactNode, useState } from 'react';
import { isMaintenance } from '#stores/protected-call.ts';
import { Note } from '#ui/note/note.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { hourOf } from '../application/parts/lima-moment.ts';
import type { Refusal } from '../form/form.store.ts';
import type { ScreenProps } from '../screen.ts';
import { useStore } from '../use-store.ts';
import { LOADING, type LoadedStore } from './loaded.store.ts';

interface Props<Value> extends Pick<ScreenProps, 'say'> {
  readonly store: Pick<LoadedStore<Value>, '$state' | 'load'>;
  readonly children: (value: Value, isStale: boolean) => ReactNode;
  /** How much is being loaded. */
  readonly look?: 'lines' | 'cards' | 'form';
  /** What a refusal means here when it is no failure, such as a 404 for "nothing yet". Undefined: it is a failure. */
  readonly refused?: (answer: Refusal) => ReactNode | undefined;
}

/** Loaded data in each of its states: loading, ready, stale, failed, offline. */
export function LoadedView<Value>({ store, children, look = 'cards', refused, say }: Props<Value>) {
  const state = useStore(store.$state, { ssr: () => LOADING });
  const retry = (
    <button type="button" className="btn line sm" onClick={() => store.load()}>
      {say('client_retry')}
    </button>
  );
  switch (state.kind) {
    case 'loading':
      return <Skeleton label={say('client_loading')} look={look} />;
    case 'offline':
      return (
        // The frame says that there is no network.
        <Note title={say('client_data_failed')} icon="wifi">
          {retry}
        </Note>
      );
    case 'refused':
      return refused?.(state.answer) ?? <Refused answer={state.answer} retry={retry} load={store.load} say={say} />;
    case 'ready':
      return (
        <>
          {state.isStale && <Stale atMs={state.atMs} refresh={store.load} say={say} />}
          {children(state.value, state.isStale)}
        </>
      );
  }
}

interface RefusedProps extends Pick<ScreenProps, 'say'> {
  readonly answer: Refusal;
  readonly retry: ReactNode;
  readonly load: () => void;
}

/** Says who has to act: the client proves their identity (428), waits (429, maintenance), or we have failed. */
function Refused({ answer, retry, load, say }: RefusedProps) {
  const { status } = answer;
  if (isMaintenance(answer)) {
    return (
      <Note look="warn" icon="clock" title={say('client_maintenance')}>
        <p>{say('client_maintenance_text')}</p>
        {retry}
      </Note>
    );
  }
  if (status === 428) {
    return (
      <Note look="warn" icon="shield" title={say('client_needs_proof')}>
        <p>{say('client_needs_proof_text')}</p>
        <button type="button" className="btn line sm" onClick={load}>
          {say('client_prove')}
        </button>
      </Note>
    );
  }
  const isBusy = status === 429;
  return (
    <Note look={isBusy ? 'warn' : 'bad'} title={say('client_data_failed')}>
      <p>{say(isBusy ? 'client_too_many' : 'client_data_failed_text')}</p>
      {retry}
    </Note>
  );
}

function Stale({
  atMs,
  refresh,
  say,
}: { readonly atMs: number; readonly refresh: () => void } & Pick<ScreenProps, 'say'>) {
  return (
    <Note look="warn">
      <p>{say('client_stale', { time: hourOf(atMs) })}</p>
      <button type="button" className="btn line sm" onClick={refresh}>
        {say('client_refresh')}
      </button>
    </Note>
  );
}

/** Creates a store once for the lifetime of the screen. */
export function useLoaded<Store>(create: () => Store): Store {
  const [store] = useState(create);
  return store;
}
