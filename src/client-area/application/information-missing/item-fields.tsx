import { useState } from 'react';
import { ANSWER_MAX } from '#api/endpoints/applications/submit-missing-information.ts';
import { LimitedField } from '#client-area/form/limited-field.tsx';
import type { BoundForm } from '#client-area/form/use-form.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { useStore } from '#client-area/use-store.ts';
import { SelectField } from '#ui/field/select-field.tsx';
import { TextField } from '#ui/field/text-field.tsx';
import { type Banks, CciField } from '../financial/account-fields.tsx';
import { DocumentUpload } from '../iov/document-upload.tsx';
import type { UploadStore } from '../iov/upload.store.ts';
import { type Item, MAX_FILES, type MissingStore, type MissingValues, typeOf } from './information-missing.store.ts';
import { Section } from './section.tsx';
import type { MissingTextKey } from './texts.ts';

interface Props extends ScreenProps<MissingTextKey> {
  readonly item: Item;
  readonly form: BoundForm<MissingValues>;
  readonly store: MissingStore;
  readonly banks: Banks;
}

/** One requested item: what, why, and its field. */
export function ItemFields(props: Props) {
  const { item } = props;
  return (
    <Section title={item.title} text={item.why}>
      {item.kind === 'DOCUMENT' && <Files {...props} />}
      {item.kind === 'BANK_ACCOUNT' && <Account {...props} />}
      {item.kind === 'FIELD' && <Answer {...props} />}
      {item.kind === 'CALL' && <Call {...props} />}
    </Section>
  );
}

function Answer({ item, form, say }: Props) {
  return (
    <TextField {...form.text(item.itemId)} label={say('missing_answer')} type="tel" autoComplete="off" width="m" />
  );
}

function Call({ item, form, say }: Props) {
  return (
    <LimitedField
      {...form.text(item.itemId)}
      max={ANSWER_MAX}
      say={say}
      label={say('missing_call')}
      help={say('missing_call_help')}
      autoComplete="off"
    />
  );
}

/** The bank comes with the CCI. */
function Account({ item, form, banks, say }: Props) {
  return (
    <>
      <CciField cci={form.text(item.itemId)} banks={banks} say={say} />
      <p className="small mute">{say('financial_account_other')}</p>
    </>
  );
}

/** Another upload is offered when the previous one has arrived. */
function Files({ item, form, store, say, sayError }: Props) {
  const [type, setType] = useState<string>(item.acceptedTypes[0] ?? 'OTHER');
  const [, redraw] = useState(0);
  const uploads = store.uploadsOf(item.itemId);
  const { id, error, errorWord } = form.text(item.itemId);
  const add = () => {
    store.addUpload(item.itemId);
    redraw(uploads.length + 1);
  };
  return (
    <>
      {item.acceptedTypes.length > 1 && (
        <SelectField
          id={`${id}-type`}
          name={`${id}-type`}
          errorWord={errorWord}
          label={say('missing_kind')}
          value={type}
          onChange={setType}
          options={item.acceptedTypes.map((value) => ({ value, label: say(`document_kind_${value}`) }))}
        />
      )}
      {uploads.map((upload, index) => (
        <DocumentUpload
          // biome-ignore lint/suspicious/noArrayIndexKey: files keep their places
          key={index}
          {...{ errorWord, say, sayError }}
          id={index === 0 ? id : `${id}-${index}`}
          error={index === 0 ? error : undefined}
          store={upload}
          type={typeOf(item, type)}
          label={say('missing_file', { number: index + 1 })}
          help={index === 0 ? say('missing_file_help') : undefined}
        />
      ))}
      {uploads.length < MAX_FILES && <More last={uploads.at(-1) as UploadStore} onAdd={add} say={say} />}
    </>
  );
}

interface MoreProps extends Pick<Props, 'say'> {
  readonly last: UploadStore;
  readonly onAdd: () => void;
}

function More({ last, onAdd, say }: MoreProps) {
  const { documentId } = useStore(last.$upload);
  if (!documentId) return null;
  return (
    <button type="button" className="btn quiet sm" onClick={onAdd}>
      {say('missing_file_more')}
    </button>
  );
}
