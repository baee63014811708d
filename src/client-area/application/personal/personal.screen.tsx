import { useState } from 'react';
import { type BoundForm, useForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { pepWords } from '#i18n/consent-words.ts';
import { localePath } from '#i18n/locale.ts';
import { type Place, StepForm, StepPage } from '../form-steps/form-step.tsx';
import { places } from './districts.store.ts';
import { createPersonal, type PersonalValues } from './personal.store.ts';
import { createPersonalData, type PersonalData } from './personal-data.store.ts';
import { Address, Home, Person, Referrals } from './personal-fields.tsx';
import type { PersonalTextKey } from './texts.ts';

type Props = ScreenProps<PersonalTextKey>;

/** Name, birthday and address, then people who know the client where the amount asks for them. */
export function Screen(props: Props) {
  const { say, locale } = props;
  const head = {
    step: 'personal',
    title: say('personal_title'),
    backHref: localePath(locale, 'calculator'),
    back: say('step_to_calculator'),
  } as const;
  return (
    <StepPage {...props} head={head} createData={createPersonalData}>
      {(data, place) => <Step {...props} {...place} data={data} />}
    </StepPage>
  );
}

interface StepProps extends Props, Place {
  readonly data: PersonalData;
}

function Step({ data, ...props }: StepProps) {
  const { say } = props;
  const { asked } = data.application;
  const [{ form: store, draft }] = useState(() => createPersonal(data.application, pepWords(say)));
  const form: BoundForm<PersonalValues> = useForm(() => store, { ...props, sayError: forPeople(props.sayError) });
  // The list of districts comes while the name is filled in.
  useStore(places.$state);
  const parts = { ...props, form, data };
  const pages = [
    {
      title: say('personal_title'),
      content: (
        <>
          <Person {...parts} />
          <Address {...parts} />
          {asked.referees === 0 && <Home {...parts} />}
        </>
      ),
    },
    ...(asked.referees > 0
      ? [
          {
            title: say('personal_more'),
            content: (
              <>
                <Home {...parts} />
                <Referrals {...parts} />
              </>
            ),
          },
        ]
      : []),
  ];
  return <StepForm {...props} form={form} draft={draft} pages={pages} />;
}

/** Shares one set of error texts between both referrals. */
function forPeople(sayError: Props['sayError']): Props['sayError'] {
  return (field, code) => sayError(field.replace(/^referrals\.\d\./, 'referral_'), code);
}
