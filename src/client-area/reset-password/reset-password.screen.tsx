import { type ReactNode, useEffect, useState } from 'react';
import { PasswordField } from '#ui/field/password-field.tsx';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { screenHref } from '../router.ts';
import type { ScreenProps } from '../screen.ts';
import { BesideLozenge } from '../sign-in/beside-lozenge.tsx';
import css from '../sign-in/sign-in.css?url';
import { useStepFocus } from '../step-focus.ts';
import { useStore } from '../use-store.ts';
import { createReset, type ResetStore } from './reset-password.store.ts';
import type { ResetPasswordTextKey } from './texts.ts';

export const styles = css;

type Props = ScreenProps<ResetPasswordTextKey>;

/** `/reset-password?token=`: where the link of the e-mail leads. */
export function Screen(props: Props) {
  const { say, query } = props;
  const [store] = useState(() => createReset(query['token'] ?? ''));
  const step = useStore(store.$step);
  const place = useStepFocus(step);
  // The link's secret is not to stay in the address, where it would be seen, shared and sent as a referrer.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
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
        <PasswordField
          {...form.text('password')}
          label={say('sign_up_password')}
          help={say('sign_up_password_help')}
          autoComplete="new-password"
          texts={{ show: say('client_show_password'), hide: say('client_hide_password') }}
        />
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
