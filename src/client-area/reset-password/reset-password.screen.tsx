import { type ReactNode, useEffect, useState } from 'react';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { BesideLozenge } from '../sign-in/beside-lozenge.tsx';
import css from '../sign-in/sign-in.css?url';
import { NewPasswordField } from '../sign-up/person-fields.tsx';
import { useStepFocus } from '../step-focus.ts';
import { tokenOf } from '../token-of.ts';
import { useStore } from '../use-store.ts';
import { createReset, type ResetStore } from './reset-password.store.ts';
import type { ResetPasswordTextKey } from './texts.ts';

export const styles = css;

type Props = ScreenProps<ResetPasswordTextKey>;

/** `/reset-password/#token=`: opened from the link in the e-mail. */
export function Screen(props: Props) {
  const { say } = props;
  const [store] = useState(() => createReset(tokenOf(window.location.hash) ?? ''));
  const step = useStore(store.$step);
  const place = useStepFocus(step);
  // The link's token must not stay in the address, where it could be seen or shared.
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), []);
  return (
    <BesideLozenge>
      <div className="stack-l" ref={place}>
        {step === 'choose' && <Choose {...props} store={store} />}
        {step === 'done' && (
          <Ending title={say('reset_done')} text={say('reset_done_text')}>
            <a className="btn" href={screenHref('sign-in')}>
              {say('sign_in_go')}
            </a>
          </Ending>
        )}
        {step === 'expired' && (
          <Ending title={say('reset_expired')} text={say('reset_expired_text')}>
            <a className="btn" href={screenHref('forgot-password')}>
              {say('reset_again')}
            </a>
          </Ending>
        )}
      </div>
    </BesideLozenge>
  );
}

function Choose({ store, ...props }: Props & { readonly store: ResetStore }) {
  const { say } = props;
  const form = useForm(store.form, props);
  return (
    <>
      <div className="stack-s">
        <h1>{say('reset_title')}</h1>
        <p className="mute">{say('reset_lead')}</p>
      </div>
      <Form form={form} say={say} submit={say('reset_go')}>
        <NewPasswordField field={form.text('password')} say={say} />
      </Form>
    </>
  );
}

interface EndingProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Ending({ title, text, children }: EndingProps) {
  return (
    <div className="stack">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>{children}</p>
    </div>
  );
}
