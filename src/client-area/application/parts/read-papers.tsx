import { useState } from 'react';
import type { ReadPaper } from '#api/paper-words.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { openDocument } from './document-file.ts';
import type { PaperTextKey } from './offer-texts.ts';
import { PaperWords } from './paper-words.tsx';

interface Props extends Pick<ScreenProps<PaperTextKey>, 'say'> {
  readonly documents: readonly Paper[];
}

/** One that is stored only once it is signed has no file yet. */
type Paper = ReadPaper & { readonly url?: string };

/** The documents to read before signing, in the page: each says what its PDF says, and has its hash. */
export function ReadPapers({ documents, say }: Props) {
  return (
    <section className="stack" aria-labelledby="papers">
      <div className="stack-s">
        <h2 className="h3" id="papers">
          {say('agreement_documents')}
        </h2>
        <p className="mute">{say('agreement_documents_text')}</p>
      </div>
      {documents.map((document, index) => (
        <PaperInPage key={document.sha256} document={document} isOpen={index === 0} say={say} />
      ))}
      <p className="small mute">{say('agreement_hash_text')}</p>
    </section>
  );
}

function PaperInPage({
  document,
  isOpen,
  say,
}: Pick<Props, 'say'> & { readonly document: Paper; readonly isOpen: boolean }) {
  const { title, pages, sha256, language, url, words } = document;
  const length = pages === 1 ? say('agreement_pages_one') : say('agreement_pages', { count: pages });
  return (
    <details className="card fold" open={isOpen && words.length > 0}>
      <summary>
        <AnyIcon name="document" />
        <span>
          <b>{title}</b>
          <small>{language === 'en' ? `${length} · ${say('agreement_copy')}` : length}</small>
        </span>
      </summary>
      <div className="stack" lang={language}>
        <PaperWords words={words} />
      </div>
      {url && <OpenFile title={title} url={url} say={say} />}
      <p className="small mute break">
        {say('agreement_hash')}: <code translate="no">{sha256}</code>
      </p>
    </details>
  );
}

function OpenFile({ title, url, say }: Pick<Props, 'say'> & { readonly title: string; readonly url: string }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const open = async () => {
    if (state === 'busy') return;
    setState('busy');
    setState((await openDocument(url)) ? 'idle' : 'failed');
  };
  return (
    <div className="row">
      <button
        type="button"
        className="btn line sm"
        aria-label={state === 'busy' ? undefined : say('agreement_open_pdf_of', { title })}
        aria-disabled={state === 'busy' || undefined}
        onClick={open}
      >
        {say(state === 'busy' ? 'form_busy' : 'agreement_open_pdf')}
      </button>
      <p className="small" role="alert">
        {state === 'failed' && say('agreement_open_failed')}
      </p>
    </div>
  );
}
