import { useRef } from 'react';
import { described, FieldFrame, type FieldProps } from '../field/field-frame.tsx';

/** The state of the chosen file. */
export type UploadState =
  | { readonly kind: 'empty' }
  /** `share` sent, from 0 to 1; unknown without it. */
  | { readonly kind: 'sending'; readonly name: string; readonly share?: number }
  | { readonly kind: 'sent'; readonly name: string; readonly size: string };

interface Props extends FieldProps {
  readonly state: UploadState;
  /** Media types for the file dialog, `image/jpeg,application/pdf`. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  /** Without it a sent file cannot be removed. */
  readonly onRemove?: () => void;
  readonly texts: Readonly<Record<'choose' | 'other' | 'remove' | 'sending', string>>;
}

/** One file, from the file dialog or the camera, uploaded at once with its progress. */
export function FileUpload({ state, accept, onFile, onRemove, texts, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isSending = state.kind === 'sending';
  return (
    <FieldFrame {...field}>
      <div className="drop">
        {state.kind !== 'empty' && (
          <p className="small">
            <b>{state.name}</b>
            {state.kind === 'sent' && <span className="mute"> {state.size}</span>}
          </p>
        )}
        {isSending && <progress max={1} value={state.share} aria-label={texts.sending} />}
        <input
          ref={input}
          className="sr"
          type="file"
          id={field.id}
          name={field.name}
          accept={accept}
          {...described(field)}
          aria-disabled={isSending || undefined}
          // One upload at a time; a disabled input would lose the focus.
          onClick={(event) => isSending && event.preventDefault()}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onFile(file);
            // Cleared, so that choosing the same file again fires a change event.
            event.target.value = '';
          }}
        />
        <div className="row">
          {/* The label above belongs to the input; this button is a larger target. */}
          <button
            type="button"
            className="btn line sm"
            aria-disabled={isSending}
            tabIndex={-1}
            aria-hidden="true"
            onClick={() => !isSending && input.current?.click()}
          >
            {state.kind === 'empty' ? texts.choose : texts.other}
          </button>
          {state.kind === 'sent' && onRemove && (
            <button type="button" className="btn quiet sm" onClick={onRemove}>
              {texts.remove}
              <span className="sr"> {state.name}</span>
            </button>
          )}
        </div>
      </div>
    </FieldFrame>
  );
}
