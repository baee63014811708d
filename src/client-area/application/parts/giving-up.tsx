import { useState } from 'react';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import type { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { GIVING_UP_REASONS } from '#api/giving-up.ts';
import { createForm, given } from '#client-area/form/form.store.ts';
import { Form } from '#client-area/form/form.tsx';
import { useForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { SelectField } from '#ui/field/select-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { Modal } from '#ui/modal/modal.tsx';
import { followElsewhere, goOn } from './go-on.ts';
import type { GivingUpTextKey } from './step-texts.ts';

interface Props extends Pick<ScreenProps<GivingUpTextKey>, 'say' | 'sayError'> {
  /** The words of the button that opens it. */
  readonly label: string;
  /** What is given up: an application that was not sent yet, or an offer. */
  readonly endpoint?: typeof cancelApplication | typeof declineOffer;
}

/** A way out at every stage, without anybody being held back. The reason is asked to learn from; it is one press. */
export function GivingUp(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn quiet sm" onClick={() => setOpen(true)}>
        {props.label}
      </button>
      {isOpen && <Question {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function Question({ endpoint = cancelApplication, onClose, ...props }: Props & { readonly onClose: () => void }) {
  const { say } = props;
  const form = useForm(
    () =>
      createForm({
        endpoint: endpoint as typeof cancelApplication,
        initial: { reason: '', comment: '' },
        toBody: given,
        onDone: goOn,
        onRefused: followElsewhere,
      }),
    props,
    'leave-',
  );
  const options = GIVING_UP_REASONS.map((value) => ({ value, label: say(`giving_up_reason_${value}`) }));
  return (
    <Modal title={say('giving_up_title')} onCancel={onClose}>
      <p>{say('giving_up_text')}</p>
      <Form form={form} say={say} submit={say('giving_up_go')}>
        <SelectField
          {...form.text('reason')}
          label={say('giving_up_reason')}
          options={options}
          blank={say('form_choose')}
        />
        <TextField
          {...form.text('comment')}
          label={say('giving_up_comment')}
          optional={say('form_optional')}
          maxLength={500}
          multiline
        />
      </Form>
      <button type="button" className="btn quiet sm" onClick={onClose}>
        {say('giving_up_stay')}
      </button>
    </Modal>
  );
}
