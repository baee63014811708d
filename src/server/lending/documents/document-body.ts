import type { StoredDocumentBody } from '#api/document-item.ts';
import type { StoredDocument } from './document-store.ts';

/** A stored paper as it goes over the wire. */
export function documentBody({ createdAt, byteLength, ...document }: StoredDocument): StoredDocumentBody {
  return { ...document, createdAt: createdAt.toISOString(), bytes: byteLength };
}

/**
 * The name a file is saved under, for programs that know no letters beyond ASCII and for those that do (RFC 6266):
 * `Constancia de pago P-2026-0000001.pdf`.
 */
export function attachmentHeader(title: string): string {
  const plain = title
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\w.-]+/g, '-');
  const encoded = encodeURIComponent(`${title}.pdf`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}.pdf"; filename*=UTF-8''${encoded}`;
}
