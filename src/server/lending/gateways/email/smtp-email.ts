import { createTransport } from 'nodemailer';
import type { EmailGateway } from './email-gateway.ts';
import { smtpRefusal } from './smtp-refusal.ts';

const TIMEOUT_MS = 20_000;

/**
 * Sends through an SMTP server.
 * @param smtpUrl `smtps://user:password@host:465` or `smtp://host:587`
 * @param from the sender, `Mañay <ayuda@manay.example>`
 */
export function smtpEmail(smtpUrl: string, from: string): EmailGateway {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Messages consist of our own texts and stored bytes; no file or URL may be loaded into them.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, recipient, subject, body, attachments, unsubscribeUrl }) {
      const letter = {
        from,
        // An object, so that no character in an address can turn it into two.
        to: { name: '', address: recipient },
        subject,
        text: body,
        messageId: `<${id}@${domain}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== undefined && oneClick(unsubscribeUrl)),
        },
        attachments: attachments.map(({ fileName, mediaType, bytes }) => ({
          filename: fileName,
          contentType: mediaType,
          content: Buffer.from(bytes),
        })),
      };
      try {
        await transport.sendMail(letter);
      } catch (error) {
        throw smtpRefusal(error as Error) ?? error;
      }
    },
  };
}

/**
 * Mail programs show a button for it, which posts to the address without asking anybody anything (RFC 8058). Prepared, so
 * that it stays on the line of its name: not every program joins lines.
 */
function oneClick(url: string): Record<string, string | { readonly prepared: boolean; readonly value: string }> {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
