import { useEffect, useState } from 'react';
import { notify } from '#client-area/frame/notice.ts';
import { limaMoment } from '#client-area/loan-parts/lima-moment.ts';
import { forgetInBrowser, passkeyApi } from '#client-area/profile/passkey-dialog.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { createPasskeyAdding, createPasskeyRemoving, type createPasskeys, type Passkey } from './passkeys.store.ts';
import { RowAct } from './row-act.tsx';
import { focusSetting, Setting } from './setting.tsx';
import type { SettingsTextKey } from './texts.ts';

type Props = ScreenProps<SettingsTextKey>;

/**
 * The client's passkeys. The row is there for somebody who has one or may add one in this browser: before the first loan is paid
 * out, and in a browser without them, nobody reads of passkeys.
 */
export function Passkeys({ store, ...props }: Props & { readonly store: ReturnType<typeof createPasskeys> }) {
  const { say } = props;
  const state = useStore(store.$state);
  const isReady = state.kind === 'ready';
  useEffect(() => {
    // The row comes after the browser has looked for it.
    if (isReady && globalThis.location.hash === '#passkeys') document.getElementById('passkeys')?.scrollIntoView();
  }, [isReady]);
  if (state.kind !== 'ready') return null;
  const { offered, host, passkeys } = state.value;
  const mayAdd = offered && passkeyApi() !== undefined;
  if (passkeys.length === 0 && !mayAdd) return null;
  return (
    <Setting
      id="passkeys"
      name={say('settings_passkeys')}
      value={passkeys.length > 0 ? String(passkeys.length) : say('settings_passkeys_none')}
    >
      <p>{say('settings_passkeys_text')}</p>
      {passkeys.length > 0 && (
        <ul className="lines">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} {...props} passkey={passkey} host={host} reload={store.load} />
          ))}
        </ul>
      )}
      {mayAdd && <Add {...props} reload={store.load} />}
    </Setting>
  );
}

interface ReloadingProps extends Props {
  readonly reload: () => Promise<void>;
}

function Row({
  passkey: { id, credentialId, device, createdAt, countsAt, lastUsedAt },
  host,
  reload,
  say,
}: ReloadingProps & { readonly passkey: Passkey; readonly host: string }) {
  const [removing] = useState(() =>
    createPasskeyRemoving(id, () => {
      notify(say('settings_passkeys_removed'));
      forgetInBrowser(host, credentialId);
      focusSetting('passkeys');
      reload();
    }),
  );
  const state = useStore(removing.$state);
  const name = device ?? say('settings_device_unknown');
  const when = countsAt
    ? say('settings_passkeys_waits', { ...limaMoment(countsAt) })
    : lastUsedAt
      ? say('settings_passkeys_used', { ...limaMoment(lastUsedAt) })
      : say('settings_passkeys_since', { ...limaMoment(createdAt) });
  return (
    <li>
      <div>
        <p className="strong">{name}</p>
        <p className="small mute">{when}</p>
        <p className="small" role="alert">
          {state === 'failed' && say('settings_device_failed')}
        </p>
      </div>
      <RowAct
        act={removing}
        label={say('settings_passkeys_remove')}
        name={say('settings_passkeys_remove_of', { device: name })}
        say={say}
      />
    </li>
  );
}

const NEWS = {
  known: 'settings_passkeys_known',
  closed: 'settings_passkeys_closed',
  limited: 'settings_passkeys_limited',
  failed: 'settings_passkeys_failed',
} as const;

function Add({ reload, say }: ReloadingProps) {
  const [adding] = useState(() =>
    createPasskeyAdding(({ countsAt, createdAt }) => {
      notify(say('settings_passkeys_added', { ...limaMoment(countsAt ?? createdAt) }));
      reload();
    }, reload),
  );
  const state = useStore(adding.$state);
  // Below the button, because a line above it that goes would move the next row under the finger of a double press.
  return (
    <>
      <p>
        <button type="button" className="btn line" aria-disabled={state === 'busy' || undefined} onClick={adding.run}>
          {say(state === 'busy' ? 'form_busy' : 'settings_passkeys_add')}
        </button>
      </p>
      <p className="small" role="status">
        {state !== 'idle' && state !== 'busy' && say(NEWS[state])}
      </p>
    </>
  );
}
