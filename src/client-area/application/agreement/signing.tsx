import { type ReactNode, useEffect, useRef } from 'react';
import type { FormFailure } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import { useSite } from '#client-area/frame/site.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { codeFailure } from '#client-area/sign-in/code-failure.tsx';
import { useReceivedCode } from '#client-area/sign-in/received-code.ts';
import { useCountdown } from '#client-area/steps/countdown.ts';
import { useStore } from '#client-area/use-store.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import { CheckField } from '#ui/field/check-field.tsx';
import { CodeField } from '#ui/field/code-field.tsx';
import type { Agreement, AgreementStore, CodeSent } from './agreement.store.ts';
import type { AgreementTextKey } from './texts.ts';

interface Props extends ScreenProps<AgreementTextKey> {
  readonly store: AgreementStore;
  readonly agreement: Agreement;
  /** The documents may be out of date: they cannot be signed before they are loaded again. */
  readonly isStale: boolean;
}

/** The box, then the code: nothing is signed before its own press. */
export function Signing(props: Props) {
  const { store, agreement, say, isStale } = props;
  const { name } = useSite();
  const last = useStore(store.$step);
  // A code for other papers must not sign these.
  const sent = last.kind === 'sign' && last.agreementId === agreement.agreementId ? last : undefined;
  useFocusOnCode(sent !== undefined);
  return (
    <section className="stack" aria-label={say('agreement_accept')}>
      {!isStale && !sent && <Box {...props} />}
      {!isStale && sent && <Code {...props} step={sent} />}
      <p className="small mute">{say('agreement_safety', { name })}</p>
    </section>
  );
}

/** Moves the focus to the code, because the box is gone when the code is on its way. */
function useFocusOnCode(isSent: boolean): void {
  const wasSent = useRef(isSent);
  useEffect(() => {
    if (isSent && !wasSent.current) document.getElementById('code')?.focus();
    wasSent.current = isSent;
  }, [isSent]);
}

function Box({ store, agreement, ...props }: Props) {
  const { say } = props;
  const form = useForm(() => store.acceptForm(agreement), props);
  return (
    <Form
      form={form}
      say={say}
      submit={say('agreement_send_code')}
      failureText={(failure) => failureText(failure, say)}
    >
      <CheckField {...form.check('acceptTerms')} label={agreement.acceptance} />
    </Form>
  );
}

type CodeProps = Props & { readonly step: CodeSent };

function Code({ step, ...props }: CodeProps) {
  const { store, agreement, say } = props;
  const form = useForm(() => store.signForm(agreement), props);
  useReceivedCode((code) => form.store.change('code', code));
  const total = formatSoles(fromSoles(agreement.summary.total));
  return (
    <>
      <Form
        form={form}
        say={say}
        submit={say('agreement_sign', { total })}
        failureText={(failure) => failureText(failure, say)}
      >
        <CodeField
          {...form.text('code')}
          label={say('agreement_code')}
          help={say('agreement_code_help', { phone: step.challenge.maskedPhone ?? '' })}
        />
      </Form>
      <Again {...props} step={step} />
    </>
  );
}

function Again({ store, agreement, step, ...props }: CodeProps) {
  const { say } = props;
  const form = useForm(() => store.againForm(agreement), props, 'again-');
  const seconds = useCountdown(step.againAtMs);
  if (seconds > 0) return <p className="small mute">{say('agreement_code_again_in', { count: seconds })}</p>;
  return (
    <Form form={form} say={say} failureText={(failure) => failureText(failure, say)}>
      <button type="submit" className="btn quiet sm" aria-disabled={form.state.isSubmitting || undefined}>
        {say(form.state.isSubmitting ? 'form_busy' : 'agreement_code_again')}
      </button>
    </Form>
  );
}

/** Refusals of a signature that have their own texts. */
function failureText(failure: FormFailure, say: Props['say']): ReactNode {
  const { code } = failure;
  if (code === 'rate_cap_changed' || code === 'parameter_missing') return say('offer_cap_changed');
  return code === 'offer_expired' ? say('agreement_expired_text') : codeFailure(failure, say);
}
