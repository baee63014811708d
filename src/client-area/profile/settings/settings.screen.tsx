import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { Account } from './account.tsx';
import { Closing } from './closing.tsx';
import { Complaints } from './complaints.tsx';
import { Contact } from './contact.tsx';
import { DataRights } from './data-rights.tsx';
import { Messages } from './messages.tsx';
import { Security } from './security.tsx';
import { createProfile } from './settings.store.ts';
import type { SettingsTextKey } from './texts.ts';

/** The client's data, channels, security, and closing the account. */
export function Screen(props: ScreenProps<SettingsTextKey>) {
  const { say } = props;
  const profile = useLoaded(createProfile);
  return (
    <div className="wrap narrow page stack-l">
      <div className="stack-s">
        <h1>{say('settings_title')}</h1>
        <p className="lead">{say('settings_lead')}</p>
      </div>
      <LoadedView store={profile} look="form" say={say}>
        {(value) => <Contact {...props} profile={value} reload={profile.load} />}
      </LoadedView>
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
      <Messages {...props} />
      <Security {...props} />
      <DataRights {...props} />
      <Complaints {...props} />
      <LoadedView store={profile} look="lines" say={say}>
        {({ closesOn }) => <Closing {...props} closesOn={closesOn ?? undefined} reload={profile.load} />}
      </LoadedView>
    </div>
  );
}
