import { describe, expect, test } from 'vitest';
import { smtpRefusal } from '#server/lending/gateways/email/smtp-refusal.ts';

const answered = (command: string, response: string, code = 'EENVELOPE') =>
  smtpRefusal({ message: `Failed: ${response}`, code, command, response })?.because;

describe('what mail servers answer', () => {
  test.each([
    ['RCPT TO', '550 5.1.1 <rosa@correo.example>: Recipient address rejected: User unknown in virtual mailbox table'],
    [
      'RCPT TO',
      '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 https://support.google.com',
    ],
    ['RCPT TO', '550 5.1.10 RESOLVER.ADR.RecipientNotFound'],
    ['RCPT TO', '550 5.4.1 Recipient address rejected: Access denied'],
    ['RCPT TO', '550 5.5.0 Requested action not taken: mailbox unavailable'],
    ['RCPT TO', '552 5.2.2 Over quota'],
    ['RCPT TO', '550 5.2.1 The account is disabled'],
    ['RCPT TO', '550 No such user here'],
    ['RCPT TO', '551 User not local'],
    ['RCPT TO', '553 Requested action not taken: mailbox name not allowed'],
    ['RCPT TO', '501 5.1.3 Bad recipient address syntax'],
    ['RCPT TO', '556 5.1.10 Recipient address has null MX'],
    ['DATA', '550 5.1.1 No such user'],
    ['DATA', "554 delivery error: dd This user doesn't have an account"],
  ])('%s: %s is about the address', (command, response) => {
    expect(answered(command, response)).toBe('address');
  });

  test.each([
    ['RCPT TO', '550 5.7.1 Relaying denied'],
    ['RCPT TO', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.example'],
    ['RCPT TO', '554 Service unavailable; client host blocked by a block list'],
    ['RCPT TO', '550 relay not permitted'],
    ['RCPT TO', '530 5.7.0 Must issue a STARTTLS command first'],
    ['MAIL FROM', '530-5.5.1 Authentication Required'],
    ['MAIL FROM', '553 5.1.8 Sender address rejected: Domain not found'],
    ['RCPT TO', '550 5.1.8 Sender address rejected'],
    ['DATA', '550 5.7.26 Unauthenticated email is not accepted due to the domain’s DMARC policy'],
    ['DATA', '554 Message rejected as spam'],
    ['AUTH PLAIN', '535 5.7.8 Authentication credentials invalid'],
    ['CONN', '554 5.7.1 No SMTP service here'],
    ['EHLO', '550 Access denied'],
  ])('%s: %s is about us', (command, response) => {
    expect(answered(command, response)).toBe('us');
  });

  test.each([
    ['DATA', '552 5.3.4 Message size exceeds fixed limit'],
    ['DATA', '552 Too much mail data'],
    ['MAIL FROM', '552 5.3.4 Message too big for system'],
    ['RCPT TO', '552 5.2.3 Message length exceeds administrative limit'],
    ['DATA', '554 5.6.0 Message content not supported'],
  ])('%s: %s is about this letter', (command, response) => {
    expect(answered(command, response)).toBe('message');
  });

  test.each([
    ['RCPT TO', '452 4.2.2 Mailbox full'],
    ['RCPT TO', '450 4.7.1 Greylisted'],
    ['RCPT TO', '451 4.3.0 Temporary lookup failure'],
    ['DATA', '421 4.3.2 Service shutting down'],
    ['AUTH PLAIN', '454 4.7.0 Temporary authentication failure'],
    ['MAIL FROM', '421 4.7.0 Too many connections'],
    ['RCPT TO', '503 5.5.1 Bad sequence of commands'],
  ])('%s: %s may pass', (command, response) => {
    expect(answered(command, response)).toBeUndefined();
  });
});

test('without an answer only what can never be sent is final', () => {
  const of = (error: object) => smtpRefusal({ message: 'x', ...error })?.because;
  expect(of({ code: 'EENVELOPE', command: 'API', message: 'Invalid recipient "a<b"' })).toBe('address');
  expect(of({ code: 'EENVELOPE', command: 'API', message: 'Invalid sender "a<b"' })).toBe('us');
  expect(of({ code: 'EAUTH', command: 'API', message: 'Missing credentials for "PLAIN"' })).toBe('us');
  for (const code of ['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS']) {
    expect(of({ code, command: 'CONN' }), code).toBeUndefined();
  }
});
