import type { ProfileBody } from '#api/endpoints/profile/get-profile.ts';
import type { OptionRow } from '#client-area/application/form-steps/options.store.ts';
import { AddressFields } from '#client-area/application/personal/address-fields.tsx';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import type { FormFailure } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { notify } from '#client-area/frame/notice.ts';
import { openScreen } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { EditColumns, EditPage } from '../edit-page.tsx';
import { createAddressData, createAddressForm } from './edit-address.store.ts';
import type { EditAddressTextKey } from './texts.ts';

type Props = ScreenProps<EditAddressTextKey>;

/** Changing the address for contracts and letters. */
export function Screen(props: Props) {
  const { say } = props;
  const data = useLoaded(createAddressData);
  return (
    <EditPage title={say('edit_address_title')}>
      <LoadedView store={data} look="form" say={say}>
        {({ profile, streetTypes }) => (
          <Edit
            {...props}
            key={profile.version}
            profile={profile}
            streetTypes={streetTypes}
            reload={data.parts.profile.load}
          />
        )}
      </LoadedView>
    </EditPage>
  );
}

interface EditProps extends Props {
  readonly profile: ProfileBody;
  readonly streetTypes: readonly OptionRow[];
  readonly reload: () => void;
}

function Edit({ profile, streetTypes, reload, ...props }: EditProps) {
  const { say, locale } = props;
  const form = useForm(() => createAddressForm(profile, { onDone: saved, onStale: reload }), props);
  function saved() {
    notify(say('settings_saved'));
    openScreen({ name: 'profile-settings' });
  }
  const failureText = ({ code }: FormFailure) => (code === 'stale_version' ? say('edit_address_stale') : undefined);
  return (
    <EditColumns
      now={profile.address && say('edit_address_now', { address: profile.address.line })}
      lead={say('edit_address_lead')}
      say={say}
    >
      <Form form={form} say={say} submit={say('settings_save')} failureText={failureText}>
        <AddressFields text={form.text} streetTypes={streetTypes} say={say} locale={locale} />
      </Form>
    </EditColumns>
  );
}
