import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { Account } from './account.tsx';
import { Closing } from './closing.tsx';
import { Complaints } from './complaints.tsx';
import { Contact } from './contact.tsx';
import { DataRights } from './data-rights.tsx';
import { Messages } from './messages.tsx';
import { AccessLog, Security } from './security.tsx';
import { SettingsPart } from './setting.tsx';
import { createAccessLog, createProfile } from './settings.store.ts';
import type { SettingsTextKey } from './texts.ts';

/** The client's data, channels, security, and closing the account. */
export function Screen(props: ScreenProps<SettingsTextKey>) {
  const { say } = props;
  const profile = useLoaded(createProfile);
  const log = useLoaded(createAccessLog);
  const parts = PARTS.map(([id, key]) => ({ id, title: say(key) }));
  const titleOf = (id: string) => parts.find((part) => part.id === id)?.title ?? '';
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <h1>{say('settings_title')}</h1>
        <p className="lead">{say('settings_lead')}</p>
      </div>
      <div className="settings-cols">
        <nav aria-label={say('settings_title')}>
          <ul>
            {parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="stack-l">
          <SettingsPart id="part-data" title={titleOf('part-data')}>
            <LoadedView store={profile} look="form" say={say}>
              {(value) => <Contact {...props} profile={value} reload={profile.load} />}
            </LoadedView>
          </SettingsPart>
          <SettingsPart id="part-money" title={titleOf('part-money')}>
            <LoadedView store={profile} look="lines" say={say}>
              {({ bankAccount, pendingAccount }) => (
                <Account
                  {...props}
                  account={bankAccount ?? undefined}
                  pending={pendingAccount ?? undefined}
                  reload={profile.load}
                />
              )}
            </LoadedView>
          </SettingsPart>
          <SettingsPart id="part-notices" title={titleOf('part-notices')}>
            <Messages {...props} />
          </SettingsPart>
          <SettingsPart id="part-access" title={titleOf('part-access')}>
            <Security {...props} log={log} reload={profile.load} />
          </SettingsPart>
          <SettingsPart id="part-rights" title={titleOf('part-rights')}>
            <DataRights {...props} />
            <Complaints {...props} />
            <LoadedView store={profile} look="lines" say={say}>
              {({ closesOn }) => <Closing {...props} closesOn={closesOn ?? undefined} reload={profile.load} />}
            </LoadedView>
          </SettingsPart>
        </div>
        <AccessLog {...props} log={log} />
      </div>
    </div>
  );
}

const PARTS = [
  ['part-data', 'settings_contact'],
  ['part-money', 'settings_group_money'],
  ['part-notices', 'place_notifications'],
  ['part-access', 'settings_group_access'],
  ['part-rights', 'settings_group_rights'],
] as const satisfies readonly (readonly [string, SettingsTextKey])[];
