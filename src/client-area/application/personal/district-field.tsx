import { useMemo } from 'react';
import type { BoundField } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { SearchField } from '#ui/field/search-field.tsx';
import type { AddressTextKey } from './address-texts.ts';
import { places } from './districts.store.ts';
import { type District, districtNamed, districtsOf, findDistricts } from './find-districts.ts';

interface Props extends Pick<ScreenProps<AddressTextKey>, 'say'> {
  /** The field of the INEI code: empty until a district is chosen. */
  readonly field: BoundField<string>;
}

/** The district by one box: province and department come with it. */
export function DistrictField({ field, say }: Props) {
  const state = useStore(places.$state);
  const districts = useMemo(() => (state.kind === 'ready' ? districtsOf(state.value) : []), [state]);
  const chosen = districts.find(({ code }) => code === field.value);
  const hasFailed = state.kind === 'offline' || state.kind === 'refused';
  return (
    <div className="stack-s">
      <SearchField
        {...field}
        label={say('personal_district')}
        shown={chosen && `${chosen.name}, ${chosen.within}`}
        find={(typed) => findDistricts(districts, typed).map(suggestion)}
        named={(typed) => districtNamed(districts, typed)?.code}
        status={(count) => {
          if (state.kind === 'loading') return say('client_loading');
          return count === 0 ? say('personal_district_none') : say('personal_district_count', { count });
        }}
      />
      {hasFailed && (
        <p className="small" role="alert">
          {say('personal_places_failed')}{' '}
          <button type="button" className="btn quiet sm" onClick={() => places.load()}>
            {say('client_retry')}
          </button>
        </p>
      )}
    </div>
  );
}

function suggestion({ code, name, within }: District) {
  return { value: code, label: name, detail: within };
}
