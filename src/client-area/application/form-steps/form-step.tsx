import { type ComponentProps, Fragment, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import type { FormStore, FormValues } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import type { BoundForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { focusHeading } from '#client-area/steps/step-focus.ts';
import type { Selection } from '#loan/selection.ts';
import { $hasNetwork } from '#stores/online.ts';
import type { CancelApplicationTextKey, DraftTextKey, NoneTextKey, StepTextKey } from '../any-step/step-texts.ts';
import type { DraftStore } from './draft.store.ts';
import type { Asked } from './journey-steps.tsx';
import { SavedLine } from './saved-line.tsx';
import { StepColumns, type StepHeadProps } from './step-columns.tsx';

type Texts = ScreenProps<StepTextKey | DraftTextKey | NoneTextKey | CancelApplicationTextKey | 'giving_up_open'>;

/** The head's words about the form page that is shown; those of the first page until the data are there. */
type Head = Pick<StepHeadProps, 'title' | 'page' | 'onBack'>;

export interface Place {
  readonly onHead: (head: Head) => void;
  /** Replaces the form's values with those saved on another device. */
  readonly onTakeOther: () => Promise<void>;
}

interface PageProps<Data> extends Texts {
  readonly head: Omit<StepHeadProps, 'page' | 'onBack'>;
  readonly createData: () => ComponentProps<typeof LoadedView<Data>>['store'] & {
    readonly parts: { readonly application: { readonly load: () => Promise<unknown> } };
  };
  readonly children: (data: Data, place: Place) => ReactNode;
}

/** The page of a step that is a form; its head is that of the page shown. */
export function StepPage<Data extends { readonly application: Asked & { readonly selection: Selection } }>({
  head,
  createData,
  children,
  ...props
}: PageProps<Data>) {
  const { say } = props;
  const data = useLoaded(createData);
  const [shown, setShown] = useState<Head>();
  // A new key mounts the form again, with the values of the other device.
  const [taken, setTaken] = useState(0);
  const takeOther = async () => {
    await data.parts.application.load();
    setTaken(taken + 1);
  };
  return (
    <StepColumns
      {...props}
      head={{ ...head, ...shown, ...(shown?.onBack && { back: say('step_back') }) }}
      store={data}
      applicationOf={({ application }) => application}
    >
      {(value) => <Fragment key={taken}>{children(value, { onHead: setShown, onTakeOther: takeOther })}</Fragment>}
    </StepColumns>
  );
}

/** A group of questions that has a page of its own. */
export interface FormPage {
  readonly title: string;
  readonly content: ReactNode;
}

interface FormProps<Values extends FormValues> extends Texts, Place {
  readonly form: BoundForm<Values>;
  readonly draft: DraftStore;
  /** As many as the form's store has. */
  readonly pages: readonly FormPage[];
  /** Label of the last page's button. */
  readonly submit?: string;
}

/** The form of a step, page by page, and the state of the draft below it. */
export function StepForm<Values extends FormValues>(props: FormProps<Values>) {
  const { form, draft, pages, onHead, onTakeOther, say } = props;
  const { page } = form.state;
  const shown = pages[page];
  useEffect(() => draft.follow(), [draft]);
  useHistoryOf(form.store);
  useOfflineUntilNetwork(form.store);
  useLayoutEffect(() => {
    onHead({ title: shown?.title ?? '', page, onBack: page > 0 ? () => history.back() : undefined });
  }, [onHead, shown?.title, page]);
  useHeadingOfPage(page, form.state.errors.length > 0);
  const isLast = page === pages.length - 1;
  return (
    <>
      <Form form={form} say={say} submit={isLast && props.submit ? props.submit : say('step_continue')}>
        {shown?.content}
      </Form>
      <SavedLine draft={draft} onTakeOther={onTakeOther} say={say} />
    </>
  );
}

/**
 * Gives each page its place in the browser's history, under the one address: Back leads to the page before, with every
 * answer.
 */
function useHistoryOf<Values extends FormValues>({ $state, openPage }: FormStore<Values>): void {
  useLayoutEffect(() => {
    const open = () => openPage(pageInHistory());
    open();
    addEventListener('popstate', open);
    const stop = $state.listen(({ page }, before) => {
      if (page !== before?.page && page !== pageInHistory()) history.pushState({ page }, '');
    });
    return () => {
      stop();
      removeEventListener('popstate', open);
    };
  }, [$state, openPage]);
}

/** Keeps the note that nothing could be sent without a network, until there is one again. */
function useOfflineUntilNetwork<Values extends FormValues>({ $state }: FormStore<Values>): void {
  useEffect(
    () =>
      $hasNetwork.listen((hasNetwork) => {
        const state = $state.get();
        if (hasNetwork && state.failure?.code === 'offline') $state.set({ ...state, failure: undefined });
      }),
    [$state],
  );
}

function pageInHistory(): number {
  const page = (history.state as { readonly page?: unknown } | null)?.page;
  return typeof page === 'number' ? page : 0;
}

/** Moves the focus to the heading of a new page; errors keep the focus that the form gives them. */
function useHeadingOfPage(page: number, hasErrors: boolean): void {
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if (!hasErrors) focusHeading();
  }, [page, hasErrors]);
}
