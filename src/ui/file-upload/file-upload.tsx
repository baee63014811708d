import { useRef, useState } from 'react';
import { described, FieldFrame, type FieldProps } from '../field/field-frame.tsx';
import { smallPicture } from './small-picture.ts';

/** Subject of a picture: the camera at the back of a phone is for documents, the one at its front for faces. */
export type PictureOf = 'document' | 'face';

/** The state of the chosen file. */
export type UploadState =
  | { readonly kind: 'empty' }
  /** `share` sent, from 0 to 1; unknown without it. */
  | { readonly kind: 'sending'; readonly name: string; readonly share?: number }
  | { readonly kind: 'sent'; readonly name: string; readonly size: string };

/** Longest side of the copy that is shown: as wide as a phone, on a dense screen, so that a document can be read. */
const SHOWN_SIDE_PX = 900;

interface Props extends FieldProps {
  readonly state: UploadState;
  /** Media types for the file dialog, `image/jpeg,application/pdf`. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  /** Without it a sent file cannot be removed. */
  readonly onRemove?: () => void;
  readonly texts: Readonly<Record<'choose' | 'other' | 'remove' | 'sending', string>>;
  /**
   * A picture that is taken rather than chosen, and its words: the camera's button, the way to one taken before, the
   * question about the result, and the button that shows it large.
   */
  readonly picture?: Readonly<Record<'take' | 'pick' | 'clear' | 'look', string>> & { readonly of: PictureOf };
}

/**
 * One file, from the file dialog or the camera, uploaded at once with its progress. A picture has its outline before,
 * and a small copy after, so that a bad one is seen at once; a phone opens its camera first.
 */
export function FileUpload({ state, accept, onFile, onRemove, texts, picture, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File>(undefined);
  const [copy, setCopy] = useState<string>();
  const isSending = state.kind === 'sending';
  const isEmpty = state.kind === 'empty';
  const open = (withCamera: boolean) => {
    if (isSending || !input.current) return;
    if (withCamera) input.current.setAttribute('capture', picture?.of === 'face' ? 'user' : 'environment');
    else input.current.removeAttribute('capture');
    input.current.click();
  };
  const take = (file: File) => {
    latest.current = file;
    setCopy(undefined);
    if (picture) {
      smallPicture(file, SHOWN_SIDE_PX, 0.7).then(
        // One that was replaced meanwhile may be ready later.
        (copy) => latest.current === file && setCopy(copy),
        // The file's name stands in its place.
        () => undefined,
      );
    }
    onFile(file);
  };
  const isTaken = picture !== undefined && isTouch();
  return (
    <FieldFrame {...field}>
      <div className="drop">
        <Chosen state={state} picture={picture} copy={copy} />
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
            if (file) take(file);
            // Cleared, so that choosing the same file again fires a change event.
            event.target.value = '';
          }}
        />
        <div className="row">
          {/* The label above belongs to the input; these buttons are larger targets. */}
          <PickButton isBlocked={isSending} look="line" onClick={() => open(isTaken)}>
            {isTaken && isEmpty ? picture.take : isEmpty ? texts.choose : texts.other}
          </PickButton>
          {isTaken && isEmpty && (
            <PickButton isBlocked={isSending} look="quiet" onClick={() => open(false)}>
              {picture.pick}
            </PickButton>
          )}
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

interface ChosenProps extends Pick<Props, 'state'> {
  readonly picture: Props['picture'] | undefined;
  readonly copy: string | undefined;
}

/** The chosen file: by its name and size, a picture by itself, where the browser can show it. */
function Chosen({ state, picture, copy }: ChosenProps) {
  if (state.kind === 'empty') return picture && <PictureOutline of={picture.of} />;
  const seen = picture && copy;
  return (
    <>
      {seen && <Seen key={seen} src={seen} look={picture.look} />}
      <p className="small">
        {seen && state.kind === 'sent' ? picture.clear : <b>{state.name}</b>}
        {state.kind === 'sent' && !picture && <span className="mute"> {state.size}</span>}
      </p>
    </>
  );
}

/** The picture, small; pressed as wide as the page, because nobody can tell from a small one whether it can be read. */
function Seen({ src, look }: { readonly src: string; readonly look: string }) {
  const [isLarge, setLarge] = useState(false);
  return (
    <button type="button" className="seen" aria-label={look} aria-expanded={isLarge} onClick={() => setLarge(!isLarge)}>
      <img className="picture" src={src} alt="" />
    </button>
  );
}

interface PickProps {
  readonly isBlocked: boolean;
  readonly look: 'line' | 'quiet';
  readonly onClick: () => void;
  readonly children: string;
}

function PickButton({ isBlocked, look, onClick, children }: PickProps) {
  return (
    <button
      type="button"
      className={`btn ${look} sm`}
      aria-disabled={isBlocked}
      tabIndex={-1}
      aria-hidden="true"
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** Tells whether this is a device that is touched, as those with a camera at hand are. */
function isTouch(): boolean {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
}

/** Draws how the picture should be: the whole document, or a face to the shoulders. */
function PictureOutline({ of }: { readonly of: PictureOf }) {
  return (
    <svg className="picture" viewBox="0 0 54 34" aria-hidden="true">
      {of === 'document' ? (
        <path d="M4 1h46q3 0 3 3v26q0 3-3 3H4q-3 0-3-3V4q0-3 3-3zM7 9h13v16H7zM26 11h20M26 17h20M26 23h12" />
      ) : (
        <path d="M27 3c11 0 11 17 0 17S16 3 27 3zM12 33c2-14 28-14 30 0" />
      )}
    </svg>
  );
}
