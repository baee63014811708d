import { type ComponentProps, Fragment, type ReactNode, useEffect, useState } from 'react';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import type { FormValues } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import type { BoundForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import type { Selection } from '#loan/selection.ts';
import { CancelApplication } from './cancel-application.tsx';
import type { DraftStore } from './draft.store.ts';
import { NoApplication } from './no-application.tsx';
import { OrderCard } from './order-card.tsx';
import { SavedLine } from './saved-line.tsx';
import { StepHead } from './step-head.tsx';
import type { CancelApplicationTextKey, DraftTextKey, NoneTextKey, StepTextKey } from './step-texts.ts';

type Texts = ScreenProps<StepTextKey | DraftTextKey | NoneTextKey | CancelApplicationTextKey | 'giving_up_open'>;

interface PageProps<Data> extends Texts {
  readonly head: Omit<ComponentProps<typeof StepHead>, 'say'>;
  readonly createData: () => ComponentProps<typeof LoadedView<Data>>['store'] & {
    readonly parts: { readonly application: { readonly load: () => Promise<unknown> } };
  };
  /** @param onTakeOther replaces the form's values with those saved on another device */
  readonly children: (data: Data, onTakeOther: () => Promise<void>) => ReactNode;
}

/** The page of a step that is a form: head, loading states, and what a client without an application sees. */
export function StepPage<Data>({ head, createData, children, ...props }: PageProps<Data>) {
  const data = useLoaded(createData);
  // A new key mounts the form again, with the values of the other device.
  const [taken, setTaken] = useState(0);
  const takeOther = async () => {
    await data.parts.application.load();
    setTaken(taken + 1);
  };
  return (
    <div className="wrap narrow form-page stack-l">
      <StepHead {...head} say={props.say} />
      <LoadedView
        store={data}
        look="form"
        say={props.say}
        refused={({ status }) => (status === 404 ? <NoApplication {...props} /> : undefined)}
      >
        {(value) => <Fragment key={taken}>{children(value, takeOther)}</Fragment>}
      </LoadedView>
    </div>
  );
}

interface FormProps<Values extends FormValues> extends Texts {
  readonly selection: Selection;
  readonly form: BoundForm<Values>;
  readonly draft: DraftStore;
  readonly onTakeOther: () => void;
  readonly children: ReactNode;
}

/** The form of a step, with the chosen loan beside it, the state of the draft and the way to cancel below it. */
export function StepForm<Values extends FormValues>({
  selection,
  form,
  draft,
  onTakeOther,
  children,
  ...props
}: FormProps<Values>) {
  const { say } = props;
  useEffect(() => draft.follow(), [draft]);
  return (
    <>
      <OrderCard selection={selection} say={say} />
      <Form form={form} say={say} submit={say('step_continue')}>
        {children}
      </Form>
      <SavedLine draft={draft} onTakeOther={onTakeOther} say={say} />
      <CancelApplication {...props} label={say('giving_up_open')} />
    </>
  );
}
