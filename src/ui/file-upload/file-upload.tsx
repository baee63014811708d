import { useRef, useState } from 'react';
import { described, FieldFrame, type FieldProps } from '../field/field-frame.tsx';

/** Subject of a picture: the camera at the back of a phone is for documents, the one at its front for faces. */
export type PictureOf = 'document' | 'face';

/** The state of the chosen file. */
export type UploadState =
  | { readonly kind: 'empty' }
  /** `share` sent, from 0 to 1; unknown without it. */
  | { readonly kind: 'sending'; readonly name: string; readonly share?: number }
  | { readonly kind: 'sent'; readonly name: string; readonly size: string };

/** Twice the width at which a small copy is shown, for dense screens. */
const WIDTH = 160;

interface Props extends FieldProps {
  readonly state: UploadState;
  /** Media types for the file dialog, `image/jpeg,application/pdf`. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  /** Without it a sent file cannot be removed. */
  readonly onRemove?: () => void;
  readonly texts: Readonly<Record<'choose' | 'other' | 'remove' | 'sending', string>>;
  /** A picture that is taken rather than chosen, and its words: the camera's button, the way to one taken before, and the look at the result. */
  readonly picture?: { readonly of: PictureOf; readonly take: string; readonly pick: string; readonly clear: string };
}

/**
 * One file, from the file dialog or the camera, uploaded at once with its progress. A picture has its outline before,
 * and a small copy after, so that a bad one is seen at once; a phone opens its camera first.
 */
export function FileUpload({ state, accept, onFile, onRemove, texts, picture, ...field }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File>(undefined);
  const [thumbnail, setThumbnail] = useState<string>();
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
    setThumbnail(undefined);
    // One that was replaced meanwhile may be ready later.
    if (picture) void thumbnailOf(file).then((small) => latest.current === file && setThumbnail(small));
    onFile(file);
  };
  const isTaken = picture !== undefined && isTouch();
  return (
    <FieldFrame {...field}>
      <div className="drop">
        <Chosen state={state} picture={picture} thumbnail={thumbnail} />
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
  readonly thumbnail: string | undefined;
}

/** The chosen file: by its name and size, a picture by itself, where the browser can show it. */
function Chosen({ state, picture, thumbnail }: ChosenProps) {
  if (state.kind === 'empty') return picture && <PictureOutline of={picture.of} />;
  const seen = picture && thumbnail;
  return (
    <>
      {seen && <img className="picture" src={seen} alt="" />}
      <p className="small">
        {seen && state.kind === 'sent' ? picture.clear : <b>{state.name}</b>}
        {state.kind === 'sent' && !picture && <span className="mute"> {state.size}</span>}
      </p>
    </>
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

/**
 * Makes a small copy of a picture, as a data URL, because pages may show no `blob:`. Undefined where the browser cannot
 * read it, as HEIC outside Safari: then the file's name stands in its place.
 */
async function thumbnailOf(file: File): Promise<string | undefined> {
  try {
    const picture = await createImageBitmap(file, { resizeWidth: WIDTH });
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    picture.close();
    return canvas.toDataURL('image/jpeg', 0.7);
  } catch {
    return undefined;
  }
}
