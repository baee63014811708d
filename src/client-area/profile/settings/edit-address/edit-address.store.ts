import { getProfile, type ProfileBody } from '#api/endpoints/profile/get-profile.ts';
import { saveProfile } from '#api/endpoints/profile/save-profile.ts';
import { createOptions } from '#client-area/application/form-steps/options.store.ts';
import { streetOf } from '#client-area/application/personal/street-line.ts';
import { combine } from '#client-area/data/combined.store.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { createForm, type FormStore, given } from '#client-area/form/form.store.ts';

/** The data that the form needs before it can be drawn. */
export const createAddressData = () =>
  combine({
    profile: createLoaded(getProfile, { query: { view: 'full' } }),
    streetTypes: createOptions('StreetType'),
  });

const EMPTY = { ubigeo: '', streetType: '', streetLine: '', apartment: '', reference: '' };
type AddressValues = Readonly<Record<keyof typeof EMPTY, string>>;

/**
 * Creates the form of a whole new address, because mixing old and new parts would give a wrong one. Only the district
 * is prefilled.
 */
export function createAddressForm(
  { address, version }: ProfileBody,
  { onDone, onStale }: { readonly onDone: () => void; readonly onStale: () => void },
): FormStore<AddressValues> {
  return createForm({
    endpoint: saveProfile,
    initial: { ...EMPTY, ubigeo: address?.ubigeo ?? '' } as AddressValues,
    toBody: ({ streetLine, ...values }) => ({ address: { ...given(values), ...streetOf(streetLine) } }),
    ifMatch: `"${version}"`,
    aliases: {
      'address.ubigeo': 'ubigeo',
      'address.streetType': 'streetType',
      'address.street': 'streetLine',
      'address.number': 'streetLine',
      'address.apartment': 'apartment',
      'address.reference': 'reference',
    },
    onDone,
    onRefused: ({ status }) => {
      if (status === 409) onStale();
      return false;
    },
  });
}
