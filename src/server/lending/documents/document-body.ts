import type { StoredDocumentBody } from '#api/document-item.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { titleIn } from './document-head.ts';
import type { StoredDocument } from './document-store.ts';

/** A stored document as the API returns it, its title in the language of the screen that asks. */
export function documentBody(
  { createdAt, byteLength, ...document }: StoredDocument,
  asked: Request,
): StoredDocumentBody {
  const title = titleIn(document, preferredLocale(asked, document.language));
  return { ...document, title, createdAt: createdAt.toISOString(), bytes: byteLength };
}

/**
 * `Content-Disposition`, the name in ASCII and in full (RFC 6266): `Constancia de pago P-2026-0000001.pdf`. In a tab a
 * paper is shown, and saved from there under the same name.
 */
export function paperHeader(title: string, how: 'attachment' | 'inline'): string {
  const plain = title
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\w.-]+/g, '-');
  const encoded = encodeURIComponent(`${title}.pdf`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}.pdf"; filename*=UTF-8''${encoded}`;
}
