import { useState } from 'react';
import type { ReadPaper } from '#api/paper-words.ts';
import { openDocument } from '#client-area/data/document-file.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { Coded } from '#client-area/texts/coded.tsx';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { AnyIcon } from '#ui/icon/any-icon.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import type { PaperTextKey } from '../offer/offer-texts.ts';
import { PaperWords } from './paper-words.tsx';

interface Props extends Pick<ScreenProps<PaperTextKey>, 'say'> {
  readonly documents: readonly Paper[];
}

/** A paper that is stored only once it is signed does not have a file yet. */
type Paper = ReadPaper & { readonly url?: string };

/** The documents to read before signing, a part of the card that signs them: each has the words of its PDF. */
export function ReadPapers({ documents, say }: Props) {
  const number = sharedNumber(documents);
  return (
    <TitledSection id="papers" look="papers" title={say('agreement_documents')}>
      {number && (
        <p className="small mute">
          <Coded text={number} />
        </p>
      )}
      {documents.map((document) => (
        <PaperInPage key={document.sha256} document={document} number={number} say={say} />
      ))}
    </TitledSection>
  );
}

/** The number that ends the title of every paper: it is said once, above them. */
function sharedNumber(documents: readonly Paper[]): string | undefined {
  const [, number] = /\s(\S*\d)$/.exec(documents[0]?.title ?? '') ?? [];
  return number && documents.every(({ title }) => title.endsWith(` ${number}`)) ? number : undefined;
}

interface InPageProps extends Pick<Props, 'say'> {
  readonly document: Paper;
  readonly number: string | undefined;
}

function PaperInPage({ document, number, say }: InPageProps) {
  const { title, pages, language, url, words } = document;
  const length = pages === 1 ? say('agreement_pages_one') : say('agreement_pages', { count: pages });
  return (
    <details className="fold">
      <summary>
        <AnyIcon name="document" />
        <span>
          <b>
            <Coded text={number ? title.slice(0, -number.length).trim() : title} />
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
