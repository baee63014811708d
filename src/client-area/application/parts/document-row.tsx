import { type ReactNode, useState } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { openDocument, saveDocument } from './document-file.ts';

type Key = 'agreement_hash' | 'agreement_open_failed' | 'agreement_read' | 'agreement_read_of';

interface Props extends Pick<ScreenProps<Key>, 'say'> {
  readonly id?: string;
  readonly title: string;
  readonly isReplaced?: boolean;
  /** `4 pages · 47 KB`. */
  readonly facts: string;
  readonly url: string;
  readonly sha256: string;
  /** Adds a button that downloads the document under this name. */
  readonly download?: { readonly fileName: string; readonly label: string };
  readonly children?: ReactNode;
}

/** A document in a list: its facts, its hash, and the button that opens it. */
export function DocumentRow({ id, title, isReplaced, facts, url, sha256, download, children, say }: Props) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const isBusy = state === 'busy' || undefined;
  const take = async (how: () => Promise<boolean>) => {
    if (isBusy) return;
    setState('busy');
    setState((await how()) ? 'idle' : 'failed');
  };
  const read = (
    <button
      type="button"
      className="btn line sm"
      aria-label={isBusy ? undefined : say('agreement_read_of', { title })}
      aria-disabled={isBusy}
      onClick={() => take(() => openDocument(url))}
    >
      {say(isBusy ? 'form_busy' : 'agreement_read')}
    </button>
  );
  return (
    <li className="paper" id={id}>
      <AnyIcon name="document" />
      <div>
        <p className={isReplaced ? 'mute' : 'strong'}>{title}</p>
        <p className="small mute">{facts}</p>
        {children}
        <details className="small mute">
          <summary>{say('agreement_hash')}</summary>
          <code translate="no">{sha256}</code>
        </details>
        <p className="small" role="alert">
          {state === 'failed' && say('agreement_open_failed')}
        </p>
      </div>
      {download ? (
        <div className="row">
          {read}
          <button
            type="button"
            className="icon-btn"
            aria-label={download.label}
            aria-disabled={isBusy}
            onClick={() => take(() => saveDocument(url, download.fileName))}
          >
            <AnyIcon name="download" />
          </button>
        </div>
      ) : (
        read
      )}
    </li>
  );
}
