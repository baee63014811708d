import { useState } from 'react';
import type { StoredDocumentBody } from '#api/document-item.ts';
import { openDocument, saveDocument } from '#client-area/application/parts/document-file.ts';
import { limaMoment } from '#client-area/application/parts/lima-moment.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { Icon } from '#ui/icon/icon.tsx';
import type { PaperTextKey } from './paper-texts.ts';

interface Props extends Pick<ScreenProps<PaperTextKey>, 'say'> {
  readonly paper: StoredDocumentBody;
  /** The one that took its place, when it is on this screen too. */
  readonly newer?: StoredDocumentBody | undefined;
}

/** A paper as it was issued: read it, keep it, and the number that proves it is still the same one. */
export function StoredPaper({ paper, newer, say }: Props) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const { id, title, sha256, supersededBy } = paper;
  const url = `/api/v1/documents/${id}/file`;
  const take = async (how: Promise<boolean>) => {
    setState('busy');
    setState((await how) ? 'idle' : 'failed');
  };
  const isBusy = state === 'busy' || undefined;
  return (
    <li className="paper" id={`paper-${id}`}>
      <Icon name="document" />
      <div>
        <p className={supersededBy ? 'mute' : 'strong'}>{title}</p>
        <p className="small mute">{factsOf(paper, say)}</p>
        {supersededBy && (
          <p className="small">
            {newer ? (
              <a href={`#paper-${newer.id}`}>{say('documents_replaced_by', { version: newer.version })}</a>
            ) : (
              say('documents_replaced')
            )}
          </p>
        )}
        <details className="small mute">
          <summary>{say('agreement_hash')}</summary>
          <code>{sha256}</code>
        </details>
        <p className="small" role="alert">
          {state === 'failed' && say('agreement_open_failed')}
        </p>
      </div>
      <div className="row">
        <button
          type="button"
          className="btn line sm"
          aria-label={isBusy ? undefined : say('agreement_read_of', { title })}
          aria-disabled={isBusy}
          onClick={() => !isBusy && take(openDocument(url))}
        >
          {say(isBusy ? 'form_busy' : 'agreement_read')}
        </button>
        <button
          type="button"
          className="icon-btn"
          aria-label={say('documents_download_of', { title })}
          aria-disabled={isBusy}
          onClick={() => !isBusy && take(saveDocument(url, fileNameOf(paper)))}
        >
          <Icon name="download" />
        </button>
      </div>
    </li>
  );
}

/** `15/01/2026 · 4 pages · 47 KB · Version 2`. */
function factsOf({ createdAt, pages, bytes, version, language }: StoredDocumentBody, say: Props['say']): string {
  const facts = [
    limaMoment(createdAt).date,
    pages === 1 ? say('agreement_pages_one') : say('agreement_pages', { count: pages }),
    `${Math.ceil(bytes / 1024)} KB`,
    ...(version > 1 ? [say('documents_version', { version })] : []),
    ...(language === 'en' ? [say('agreement_copy')] : []),
  ];
  return facts.join(' · ');
}

/** `contract-P-2026-0001234-v1.pdf`: what it is and whose, and no other is called the same. */
function fileNameOf({ type, loanNumber, version, language }: StoredDocumentBody): string {
  const parts = [type.toLowerCase().replaceAll('_', '-'), loanNumber, `v${version}`, language === 'en' && 'en'];
  return `${parts.filter(Boolean).join('-')}.pdf`;
}
