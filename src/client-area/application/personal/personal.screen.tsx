import { useState } from 'react';
import { type BoundForm, useForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { pepWords } from '#i18n/consent-words.ts';
import { localePath } from '#i18n/locale.ts';
import { StepForm, StepPage } from '../parts/form-step.tsx';
import { createPersonal, type PersonalValues } from './personal.store.ts';
import { createPersonalData, type PersonalData } from './personal-data.store.ts';
import { Home, More, Name, Referrals } from './personal-fields.tsx';
import type { PersonalTextKey } from './texts.ts';

type Props = ScreenProps<PersonalTextKey>;

/** Step 1: name, address, and two people who know the client. */
export function Screen(props: Props) {
  const { say, locale } = props;
  const head = {
    step: 1,
    name: say('step_personal'),
    title: say('personal_title'),
    backHref: localePath(locale, 'calculator'),
    back: say('step_to_calculator'),
  } as const;
  return (
    <StepPage {...props} head={head} createData={createPersonalData}>
      {(data, onTakeOther) => <Step {...props} data={data} onTakeOther={onTakeOther} />}
    </StepPage>
  );
}

interface StepProps extends Props {
  readonly data: PersonalData;
  readonly onTakeOther: () => void;
}

function Step({ data, onTakeOther, ...props }: StepProps) {
  const [{ form: store, draft }] = useState(() => createPersonal(data.application, pepWords(props.say)));
  const form: BoundForm<PersonalValues> = useForm(() => store, { ...props, sayError: forPeople(props.sayError) });
  const parts = { ...props, form, data };
  return (
    <StepForm {...props} selection={data.application.selection} form={form} draft={draft} onTakeOther={onTakeOther}>
      <Name {...parts} />
      <Home {...parts} />
      <Referrals {...parts} />
      <More {...parts} />
    </StepForm>
  );
}

/** Both referrals share one set of error texts. */
function forPeople(sayError: Props['sayError']): Props['sayError'] {
  return (field, code) => sayError(field.replace(/^referrals\.\d\./, 'referral_'), code);
}
