import { MessageRefused, type RefusedBecause } from './email-gateway.ts';

/** The facts of an error of the mail library; `command` is what the server was answering, `API` before one was sent. */
interface SmtpError {
  readonly message: string;
  readonly code?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
}

/** A reply code and an enhanced status code (RFC 3463), which many servers leave out: `550 5.1.1 …`, `550-5.1.1 …`. */
const REPLY = /^(\d{3})(?:[ -]+(\d\.\d{1,3}\.\d{1,3})(?![\d.]))?/;

/** Enhanced codes whose first two numbers do not say enough: the sender's own address, and letters that are too large. */
const EXACT: ReadonlyMap<string, RefusedBecause> = new Map([
  ['5.1.7', 'us'],
  ['5.1.8', 'us'],
  ['5.2.3', 'message'],
  ['5.3.4', 'message'],
]);

/** Subjects of enhanced codes. The fourth is the way to the address: no such domain, or one that takes no mail. */
const SUBJECTS: ReadonlyMap<string, RefusedBecause> = new Map([
  ['5.1', 'address'],
  ['5.2', 'address'],
  ['5.3', 'address'],
  ['5.4', 'address'],
  ['5.6', 'message'],
  ['5.7', 'us'],
]);

/** Reply codes about a command that the server does not take, or about who may give it. */
const ABOUT_US = /^(?:50[024]|523|53\d|555)$/;

/** Words of servers without enhanced codes about the sender; the address is what they name otherwise. */
const WORDS_ABOUT_US =
  /relay|spam|black ?list|block ?list|\brbl\b|\bpolic|reputation|\bspf\b|\bdkim\b|\bdmarc\b|authenticat|client host|sender/i;

/**
 * Reads the final answer of a mail server in an error of the mail library: what is about the recipient, about the letter
 * or about ourselves.
 * @returns undefined for what may pass: 4xx, a connection that ends, a session in the wrong state (503)
 */
export function smtpRefusal(error: SmtpError): MessageRefused | undefined {
  const because = becauseOf(error);
  return because && new MessageRefused(because, error.message);
}

function becauseOf({ message, code, command, response }: SmtpError): RefusedBecause | undefined {
  const asked = typeof command === 'string' ? command : '';
  const text = typeof response === 'string' ? response : '';
  const [, reply, status = ''] = REPLY.exec(text) ?? [];
  if (reply === undefined) return withoutAnswer(asked, code, message);
  if (!reply.startsWith('5') || reply === '503') return undefined;
  const isTooLarge = reply === '552' && asked !== 'RCPT TO';
  const exact = EXACT.get(status) ?? (isTooLarge ? 'message' : undefined);
  if (exact) return exact;
  // Before a recipient was named, nothing is about one.
  if (asked !== 'RCPT TO' && asked !== 'DATA') return 'us';
  const isAboutUs = ABOUT_US.test(reply) || WORDS_ABOUT_US.test(text);
  return SUBJECTS.get(status.slice(0, 3)) ?? (isAboutUs ? 'us' : 'address');
}

/** Errors before the server was asked: an address that no command can carry, and credentials that are missing. */
function withoutAnswer(asked: string, code: unknown, message: string): RefusedBecause | undefined {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'us';
  if (code !== 'EENVELOPE' || asked !== 'API') return undefined;
  return message.startsWith('Invalid sender') ? 'us' : 'address';
}
