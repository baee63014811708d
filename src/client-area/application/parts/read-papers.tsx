import { useState } from 'react';
import type { ReadPaper } from '#api/paper-words.ts';
import { Coded } from '#client-area/coded.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { openDocument } from './document-file.ts';
import type { PaperTextKey } from './offer-texts.ts';
import { PaperWords } from './paper-words.tsx';

interface Props extends Pick<ScreenProps<PaperTextKey>, 'say'> {
  readonly documents: readonly Paper[];
}

/** A paper that is stored only once it is signed does not have a file yet. */
type Paper = ReadPaper & { readonly url?: string };

/** The documents to read before signing, in the page: each has the words of its PDF. */
export function ReadPapers({ documents, say }: Props) {
  return (
    <section className="card papers" aria-labelledby="papers">
      <h2 className="h3" id="papers">
        {say('agreement_documents')}
      </h2>
      {documents.map((document) => (
        <PaperInPage key={document.sha256} document={document} say={say} />
      ))}
    </section>
  );
}

function PaperInPage({ document, say }: Pick<Props, 'say'> & { readonly document: Paper }) {
  const { title, pages, language, url, words } = document;
  const length = pages === 1 ? say('agreement_pages_one') : say('agreement_pages', { count: pages });
  return (
    <details className="fold">
      <summary>
        <AnyIcon name="document" />
        <span>
          <b>
            <Coded text={title} />
          </b>
          <small>{language === DEFAULT_LOCALE ? length : `${length} · ${say('agreement_copy')}`}</small>
        </span>
      </summary>
      <div className="stack" lang={language}>
        <PaperWords words={words} />
      </div>
      {url && <OpenFile title={title} url={url} say={say} />}
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
