import { useState } from 'react';
import type { StoredDocumentBody } from '#api/document-item.ts';
import { openDocument, saveDocument } from '#client-area/data/document-file.ts';
import { limaMoment } from '#client-area/loan-parts/lima-moment.ts';
import { keepOpened } from '#client-area/offline/keep-opened.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { Coded } from '#client-area/texts/coded.tsx';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import type { DocumentTextKey } from './document-texts.ts';
import { SaveButton } from './save-button.tsx';

interface Props extends Pick<ScreenProps<DocumentTextKey>, 'say'> {
  readonly document: StoredDocumentBody;
  /** The version that replaces it, when it is on this screen too. */
  readonly newer?: StoredDocumentBody | undefined;
  /** The receipt of its payment, or its tax document, when it is on this screen too. */
  readonly pair?: StoredDocumentBody | undefined;
}

/** An archived document: its facts, and the buttons that open and download it. */
export function StoredDocument({ document, newer, pair, say }: Props) {
  const { id, type, title, supersededBy } = document;
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const isBusy = state === 'busy' || undefined;
  const url = `/api/v1/documents/${id}/file`;
  const hasXml = type === 'TAX_RECEIPT' || type === 'TAX_CREDIT_NOTE';
  const take = async (how: () => Promise<unknown>) => {
    if (isBusy) return;
    setState('busy');
    setState((await how()) ? 'idle' : 'failed');
  };
  const paper = { id, title, fileName: `${fileNameOf(document)}.pdf` };
  const open = async () => {
    const isOpen = await openDocument(url);
    if (isOpen) keepOpened(paper, url);
    return isOpen;
  };
  const save = async () => {
    const file = await saveDocument(url, paper.fileName);
    if (file) keepOpened(paper, url, file);
    return file;
  };
  return (
    <li className="paper" id={`paper-${id}`}>
      <AnyIcon name="document" />
      <div>
        <p className={supersededBy === null ? 'strong' : 'mute'}>
          <Coded text={nameOf(document)} />
        </p>
        <p className="small mute">{factsOf(document, say)}</p>
        {supersededBy && (
          <p className="small">
            {newer ? (
              <a href={`#paper-${newer.id}`}>{say('documents_replaced_by', { version: newer.version })}</a>
            ) : (
              say('documents_replaced')
            )}
          </p>
        )}
        {pair && (
          <p className="small">
            <a href={`#paper-${pair.id}`}>
              <Coded text={say('documents_paired', { title: pair.title })} />
            </a>
          </p>
        )}
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
          onClick={() => take(open)}
        >
          {say(isBusy ? 'form_busy' : 'agreement_read')}
        </button>
        {hasXml && (
          <button
            type="button"
            className="btn line sm"
            aria-label={say('documents_xml_of', { title })}
            aria-disabled={isBusy}
            onClick={() => take(() => saveDocument(`/api/v1/documents/${id}/xml`, `${fileNameOf(document)}.xml`))}
          >
            {say('documents_xml')}
          </button>
        )}
        <SaveButton title={title} isBusy={isBusy} save={() => take(save)} say={say} />
      </div>
    </li>
  );
}

/** Its title without the loan's number, which stands above the list. */
function nameOf({ title, loanNumber }: StoredDocumentBody): string {
  return loanNumber ? title.replace(` ${loanNumber}`, '') : title;
}

/** States the facts: `15/01/2026 · 4 pages · 47 KB · Version 2`. Receipts of one day are told apart by their hour. */
function factsOf({ type, createdAt, pages, bytes, version, language }: StoredDocumentBody, say: Props['say']): string {
  const { date, time } = limaMoment(createdAt);
  const facts = [
    type === 'PAYMENT_RECEIPT' ? `${date}, ${time}` : date,
    pages === 1 ? say('agreement_pages_one') : say('agreement_pages', { count: pages }),
    `${Math.ceil(bytes / 1024)} KB`,
    ...(version > 1 ? [say('documents_version', { version })] : []),
    ...(language !== DEFAULT_LOCALE ? [say('agreement_copy')] : []),
  ];
  // A line breaks between two facts only.
  return facts.map((fact) => fact.replaceAll(' ', '\u00a0')).join(' · ');
}

/**
 * Names the file without its ending: `contract-P-2026-0001234-2026-01-15-v1`, a tax document by its own number:
 * `tax-receipt-P-2026-0001234-B001-12-v1`. A loan has several receipts, of different days.
 */
export function fileNameOf({ type, title, createdAt, loanNumber, version, language }: StoredDocumentBody): string {
  const [number] = /\b[BF][A-Z\d]{3}-\d+$/.exec(title) ?? [];
  const parts = [
    type.toLowerCase().replaceAll('_', '-'),
    loanNumber,
    number ?? limaMoment(createdAt).date.split('/').reverse().join('-'),
    `v${version}`,
    language !== DEFAULT_LOCALE && language,
  ];
  return parts.filter(Boolean).join('-');
}
