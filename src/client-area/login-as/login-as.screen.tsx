import { useEffect, useState } from 'react';
import { Note } from '#ui/note/note.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import type { ScreenProps } from '../screen.ts';
import { tokenOf } from '../session/token-of.ts';
import { useStore } from '../use-store.ts';
import { createLoginAs } from './login-as.store.ts';
import type { LoginAsTextKey } from './texts.ts';

/** `/login-as`: support views a client's account (domain 2.2). */
export function Screen({ say }: ScreenProps<LoginAsTextKey>) {
  const [store] = useState(() => createLoginAs(tokenOf()));
  useEffect(() => {
    // Removed from the history too, because Back must not bring the token back.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    store.open();
  }, [store]);
  const state = useStore(store.$state);
  return (
    <div className="wrap narrow page stack-l">
      <h1>{say('login_as_title')}</h1>
      {state === 'opening' && (
        <>
          <p className="lead">{say('login_as_lead')}</p>
          <Skeleton label={say('client_loading')} />
        </>
      )}
      <div role="alert">
        {(state === 'over' || state === 'missing') && (
          <Note look="bad" title={say(state === 'over' ? 'login_as_expired' : 'login_as_missing')}>
            <p>{say('login_as_expired_text')}</p>
          </Note>
        )}
        {state === 'failed' && (
          <Note look="bad" title={say('login_as_failed')}>
            <button type="button" className="btn line sm" onClick={store.open}>
              {say('client_retry')}
            </button>
          </Note>
        )}
      </div>
    </div>
  );
}
