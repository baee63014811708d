import { useEffect, useState } from 'react';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import css from '../parts/application.css?url';
import { GivingUp } from '../parts/giving-up.tsx';
import { NoApplication } from '../parts/no-application.tsx';
import { OrderCard } from '../parts/order-card.tsx';
import { SavedLine } from '../parts/saved-line.tsx';
import { StepHead } from '../parts/step-head.tsx';
import { createFinancial } from './financial.store.ts';
import { createFinancialData, type FinancialData } from './financial-data.store.ts';
import { Account, Income, Month } from './financial-fields.tsx';
import type { FinancialTextKey } from './texts.ts';

export const styles = css;

type Props = ScreenProps<FinancialTextKey>;

/** Step 2: what somebody lives on, and where the money goes. */
export function Screen(props: Props) {
  const { say } = props;
  const data = useLoaded(createFinancialData);
  const [taken, setTaken] = useState(0);
  const takeOther = async () => {
    await data.parts.application.load();
    setTaken(taken + 1);
  };
  return (
    <div className="wrap narrow form-page stack-l">
      <StepHead
        step={2}
        name={say('step_financial')}
        title={say('financial_title')}
        backHref={screenHref('application-personal')}
        back={say('step_to_personal')}
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
  readonly data: FinancialData;
  readonly onTakeOther: () => void;
}

function Step({ data, onTakeOther, ...props }: StepProps) {
  const { say } = props;
  const [store] = useState(() => createFinancial(data.application, data.banks));
  useEffect(() => store.draft.follow(), [store]);
  const form = useForm(() => store.form, props);
  const parts = { ...props, form, store, data };
  return (
    <>
      <OrderCard selection={data.application.selection} say={say} />
      <Form form={form} say={say} submit={say('step_continue')}>
        <Income {...parts} />
        <Month {...parts} />
        <Account {...parts} />
      </Form>
      <SavedLine draft={store.draft} onTakeOther={onTakeOther} say={say} />
      <GivingUp {...props} label={say('giving_up_open')} />
    </>
  );
}
