import { createTransport } from 'nodemailer';
import type { EmailGateway } from './email-gateway.ts';

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
    async send({ id, recipient, subject, body, attachments }) {
      await transport.sendMail({
        from,
        // An object, so that no character in an address can turn it into two.
        to: { name: '', address: recipient },
        subject,
        text: body,
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: attachments.map(({ fileName, mediaType, bytes }) => ({
          filename: fileName,
          contentType: mediaType,
          content: Buffer.from(bytes),
        })),
      });
    },
  };
}
