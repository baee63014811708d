import { useEffect, useState } from 'react';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { type BoundForm, useForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { localePath } from '#i18n/locale.ts';
import css from '../parts/application.css?url';
import { GivingUp } from '../parts/giving-up.tsx';
import { NoApplication } from '../parts/no-application.tsx';
import { OrderCard } from '../parts/order-card.tsx';
import { SavedLine } from '../parts/saved-line.tsx';
import { StepHead } from '../parts/step-head.tsx';
import { createPersonal, type PersonalValues } from './personal.store.ts';
import { createPersonalData, type PersonalData } from './personal-data.store.ts';
import { Home, More, Name, Referrals } from './personal-fields.tsx';
import type { PersonalTextKey } from './texts.ts';

export const styles = css;

type Props = ScreenProps<PersonalTextKey>;

/** Step 1: who somebody is, where they live, and who knows them. */
export function Screen(props: Props) {
  const { say, locale } = props;
  const data = useLoaded(createPersonalData);
  // Grows when what was written on another device takes the place of what stands here.
  const [taken, setTaken] = useState(0);
  const takeOther = async () => {
    await data.parts.application.load();
    setTaken(taken + 1);
  };
  return (
    <div className="wrap narrow form-page stack-l">
      <StepHead
        step={1}
        name={say('step_personal')}
        title={say('personal_title')}
        backHref={localePath(locale, 'calculator')}
        back={say('step_to_calculator')}
        say={say}
      />
      <LoadedView
        store={data}
        look="form"
        say={say}
        refused={({ status }) => (status === 404 ? <NoApplication {...props} /> : undefined)}
      >
        {(value) => <Step key={taken} {...props} data={value} onTakeOther={takeOther} />}
      </LoadedView>
    </div>
  );
}

interface StepProps extends Props {
  readonly data: PersonalData;
  readonly onTakeOther: () => void;
}

function Step({ data, onTakeOther, ...props }: StepProps) {
  const { say } = props;
  const [{ form: store, draft }] = useState(() => createPersonal(data.application));
  useEffect(() => draft.follow(), [draft]);
  const form: BoundForm<PersonalValues> = useForm(() => store, { ...props, sayError: forPeople(props.sayError) });
  const parts = { ...props, form, data };
  return (
    <>
      <OrderCard selection={data.application.selection} say={say} />
      <Form form={form} say={say} submit={say('step_continue')}>
        <Name {...parts} />
        <Home {...parts} />
        <Referrals {...parts} />
        <More {...parts} />
      </Form>
      <SavedLine draft={draft} onTakeOther={onTakeOther} say={say} />
      <GivingUp {...props} label={say('giving_up_open')} />
    </>
  );
}

/** Both people are asked the same, in the same words. */
function forPeople(sayError: Props['sayError']): Props['sayError'] {
  return (field, code) => sayError(field.replace(/^referrals\.\d\./, 'referral_'), code);
}
