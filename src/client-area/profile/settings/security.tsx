import { useState } from 'react';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { notify } from '#client-area/frame/notice.ts';
import { limaMoment } from '#client-area/loan-parts/lima-moment.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { PasswordField } from '#ui/field/password-field.tsx';
import { createPasskeys } from './passkeys.store.ts';
import { Passkeys } from './passkeys.tsx';
import { RowAct } from './row-act.tsx';
import { focusSetting, Setting } from './setting.tsx';
import {
  type AccessLogItems,
  type createAccessLog,
  createPasswordForm,
  createRevoking,
  createSessions,
  type Sessions,
} from './settings.store.ts';
import type { SettingsTextKey } from './texts.ts';

type Props = ScreenProps<SettingsTextKey>;

/** The log of the account, which two parts of the settings read. */
export type AccessLogStore = ReturnType<typeof createAccessLog>;

interface LogProps extends Props {
  readonly log: AccessLogStore;
}

/** The password and the sessions. */
export function Security({ log, reload, ...props }: LogProps & { readonly reload: () => Promise<void> }) {
  const sessions = useLoaded(createSessions);
  const passkeys = useLoaded(createPasskeys);
  // Another password ends the other sessions, what they asked for, and the passkeys that wait.
  const changed = () => {
    for (const load of [log.load, sessions.load, passkeys.load, reload]) load();
  };
  return (
    <>
      <Password {...props} log={log} onChanged={changed} />
      <Passkeys {...props} store={passkeys} />
      <Devices {...props} store={sessions} />
    </>
  );
}

/** The password: never shown, so that the row says when it was changed, as far as the log goes back. */
function Password({ log, onChanged, ...props }: LogProps & { readonly onChanged: () => void }) {
  const { say } = props;
  const state = useStore(log.$state);
  const items = state.kind === 'ready' ? state.value.items : [];
  const changed = items.find(({ kind }) => kind === 'PASSWORD_CHANGED');
  const form = useForm(() => createPasswordForm(done), props, 'password-');
  function done() {
    notify(say('settings_password_done'));
    onChanged();
  }
  const texts = { show: say('client_show_password'), hide: say('client_hide_password') };
  return (
    <Setting
      id="password"
      name={say('settings_password')}
      value={changed ? say('settings_password_changed', { date: limaMoment(changed.at).date }) : '••••••••'}
    >
      <Form form={form} say={say} submit={say('settings_password_go')}>
        <PasswordField
          {...form.text('currentPassword')}
          label={say('settings_password_current')}
          autoComplete="current-password"
          texts={texts}
        />
        <PasswordField
          {...form.text('newPassword')}
          label={say('settings_password_new')}
          help={say('settings_password_help')}
          autoComplete="new-password"
          texts={texts}
        />
      </Form>
    </Setting>
  );
}

function Devices({ store, ...props }: Props & { readonly store: ReturnType<typeof createSessions> }) {
  const { say } = props;
  const state = useStore(store.$state);
  return (
    <Setting
      id="devices"
      name={say('settings_devices')}
      value={state.kind === 'ready' && devicesText(state.value.sessions, say)}
    >
      <p className="mute">{say('settings_devices_text')}</p>
      <LoadedView store={store} look="lines" say={say}>
        {({ sessions }) => (
          <ul className="lines">
            {sessions.map((session) => (
              <Device key={session.id} {...props} session={session} reload={store.load} />
            ))}
          </ul>
        )}
      </LoadedView>
    </Setting>
  );
}

/** Names the browser in use, and how many others there are. */
function devicesText(sessions: Sessions, say: Props['say']): string {
  const here = sessions.find(({ current }) => current);
  const others = sessions.length - (here ? 1 : 0);
  const name = here && (here.device ?? say('settings_device_unknown'));
  return [name, others > 0 && `+${others}`].filter(Boolean).join(' · ');
}

interface DeviceProps extends Props {
  readonly session: Sessions[number];
  readonly reload: () => Promise<void>;
}

function Device({ session: { id, device, address, lastSeenAt, current }, reload, say }: DeviceProps) {
  const [revoking] = useState(() =>
    createRevoking(id, () => {
      notify(say('settings_device_ended'));
      focusSetting('devices');
      reload();
    }),
  );
  const state = useStore(revoking.$state);
  const name = device ?? say('settings_device_unknown');
  return (
    <li>
      <div>
        <p className="strong">{name}</p>
        <p className="small mute">{say('settings_device_seen', { ...limaMoment(lastSeenAt), address })}</p>
        <p className="small" role="alert">
          {state === 'failed' && say('settings_device_failed')}
        </p>
      </div>
      {current ? (
        <p className="small good">{say('settings_device_here')}</p>
      ) : (
        <RowAct
          act={revoking}
          label={say('header_log_out')}
          name={say('settings_device_end', { device: name })}
          say={say}
        />
      )}
    </li>
  );
}

/** Sessions shown at once; the others are behind a row. */
const NEWEST = 3;

type LogItem = AccessLogItems[number];

/** The log of acts in the account, with the person of each. */
export function AccessLog({ log: store, say }: LogProps) {
  const line = ({ id, kind, at, device, address, staffName }: LogItem) => {
    const { date, time } = limaMoment(at);
    const who = [device, address].filter(Boolean).join(' · ');
    return (
      <li key={id}>
        <p className="strong">{say(`settings_log_${kind}`)}</p>
        <p className="small mute">{staffName ? say('settings_log_staff', { name: staffName }) : who}</p>
        <p className="small">{`${date} ${time}`}</p>
      </li>
    );
  };
  return (
    <aside className="card flat stack" aria-labelledby="account-log">
      <h2 className="h3" id="account-log">
        {say('settings_log')}
      </h2>
      <p className="small mute">{say('settings_log_text')}</p>
      <LoadedView store={store} look="lines" say={say}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{say('settings_log_none')}</p>
          ) : (
            <>
              <ul className="log">{items.slice(0, NEWEST).map(line)}</ul>
              {items.length > NEWEST && (
                <details className="fold">
                  <summary>
                    <span className="strong">{say('settings_log_more', { count: items.length - NEWEST })}</span>
                  </summary>
                  <ul className="log">{items.slice(NEWEST).map(line)}</ul>
                </details>
              )}
            </>
          )
        }
      </LoadedView>
    </aside>
  );
}
