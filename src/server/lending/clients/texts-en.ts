import type { NotificationTexts } from './notification-kinds.ts';

/** What clients read in English. A changed text needs a new version in `notification-kinds.ts`. */
export const TEXTS_EN: NotificationTexts = {
  kinds: {
    'payment-soon': {
      title: 'Your next payment is due on {dueDate}',
      body: 'You have {amount} to pay on your loan {loanNumber}. Paid by {lastDay}, you are on time.',
      sms: 'your payment of {amount} is due on {dueDate}. You are on time until {lastDay}.',
    },
    'payment-due': {
      title: 'Your payment is due on {dueDate}',
      body: 'Pay {amount} on your loan {loanNumber} by {lastDay} and there is no extra charge. If you have already paid, do nothing: a payment can take some hours to show.',
      sms: 'your payment of {amount} is due on {dueDate}. No extra charge until {lastDay}.',
    },
    'payment-late': {
      title: 'A payment is late',
      body: 'The payment of your loan {loanNumber} was due on {dueDate}. Today you owe {amount}, with the interest for the days of delay. If you cannot pay all of it, look at your options: pay a part, extend the term, or agree a payment plan.',
      sms: 'your payment was due on {dueDate}. Today you owe {amount}. Sign in to see your options.',
    },
    'payment-overdue': {
      title: 'Your payment is still open',
      body: 'The payment of your loan {loanNumber} was due on {dueDate} and today you owe {amount}. Every day adds interest. Sign in and choose how to catch up; if your situation has changed, write to us and we will look for a way out.',
      sms: 'your payment was due on {dueDate} and today you owe {amount}. Sign in to catch up.',
    },
    'plan-at-risk': {
      title: 'Your payment plan is at risk',
      body: 'The plan payment that was due on {dueDate} is not complete. Pay {amount} before {endsOn} to keep the plan of loan {loanNumber}. After that the interest of the contract runs again.',
      sms: 'your plan is at risk. Pay {amount} before {endsOn} to keep it.',
    },
    'flex-at-risk': {
      title: 'Your flex pay minimum is missing',
      body: 'The minimum that was due on {dueDate} is not complete. Pay {amount} before {endsOn} to keep the flex pay of loan {loanNumber}.',
      sms: '{amount} of your minimum is missing. Pay before {endsOn}.',
    },
    'payment-received': {
      title: 'We have received your payment',
      body: 'We received {amount} on {paidOn} for your loan {loanNumber}. You will find the receipt among your documents.',
      sms: 'we have received your payment of {amount}.',
    },
    'payment-taken-back': {
      title: 'A payment of yours was returned',
      body: 'The payment of {amount} of {paidOn} for your loan {loanNumber} was cancelled by your bank or the payment provider. That amount is open again.',
      sms: 'your payment of {amount} of {paidOn} was cancelled. That amount is open again.',
    },
    'loan-disbursed': {
      title: 'Your money is on its way to your account',
      body: 'The bank has confirmed the payout of {amount} of your loan {loanNumber}. Your schedule is in your account.',
      sms: 'the bank has confirmed the payout of {amount}.',
    },
    'disbursement-failed': {
      title: 'We could not pay out your loan',
      body: 'Your bank did not accept the payout of {amount} of loan {loanNumber}. Name another account of your own by {answerBy}; otherwise the loan is void and you owe nothing.',
      sms: 'your bank did not accept the payout. Name another account by {answerBy}.',
    },
    'loan-paid-off': {
      title: 'Your loan is paid off',
      body: 'Your loan {loanNumber} is paid in full. The certificate that you owe nothing is kept among your documents. Thank you for keeping your word!',
      sms: 'your loan {loanNumber} is paid off.',
    },
    'extension-active': {
      title: 'The term of your loan is extended',
      body: 'Your loan {loanNumber} is now due on {newDueDate}.',
      sms: 'your loan is now due on {newDueDate}.',
    },
    'plan-confirmed': {
      title: 'Your payment plan is active',
      body: 'We agreed on {payments} payments of {amount} in all for your loan {loanNumber}. The first is due on {firstDate}. While you keep the plan no more interest runs.',
      sms: 'your plan of {payments} payments is active. The first is due on {firstDate}.',
    },
    'plan-broken': {
      title: 'Your payment plan has ended',
      body: 'The plan of loan {loanNumber} has ended because a payment was missing. What you paid counts; from today the dates and the interest of the contract apply again.',
      sms: 'your payment plan has ended because a payment was missing. Sign in to see what to do.',
    },
    'flex-activated': {
      title: 'Your flex pay is active',
      body: 'For your loan {loanNumber} the minimum is {amount} a month. The first is due on {firstDate}. While you keep to it no more interest runs.',
      sms: 'your flex pay is active: {amount} a month, from {firstDate}.',
    },
    'flex-ended': {
      title: 'Your flex pay has ended',
      body: 'The flex pay of loan {loanNumber} has ended because a minimum was missing. What you paid counts; from today the dates and the interest of the contract apply again.',
      sms: 'your flex pay has ended because a minimum was missing. Sign in to see what to do.',
    },
    'top-up-paid': {
      title: 'Your top-up is paid out',
      body: 'The bank has confirmed the payout of {amount} more of your loan {loanNumber}. Your new schedule is in your account.',
      sms: 'the bank has confirmed the payout of {amount} more.',
    },
    'top-up-failed': {
      title: 'We could not pay out your top-up',
      body: 'Your bank did not accept the payout of {amount} more of loan {loanNumber}. Your loan is as it was, and you owe nothing for the top-up.',
      sms: 'your bank did not accept the payout of your top-up. Your loan is as it was.',
    },
    'document-ready': {
      title: 'You have a new document',
      body: 'There is a new document of your loan {loanNumber} in your account. You can read and download it whenever you want.',
      sms: 'there is a new document of your loan in your account.',
    },
    'next-loan': {
      title: 'You can ask for another loan',
      body: 'Because you kept your word with your loan, you can ask for another when you need one. Before you decide, see in the calculator what you would pay in all.',
      sms: 'you can ask for another loan. See in your account what you would pay in all.',
    },
  },
  quietSms: 'You have a new message in your account. Sign in to read it.',
  quietUrgentSms: 'You have an important message in your account. Sign in to read it.',
  namedSms: '{lender}: {text}',
  greeting: 'Hello {firstName},',
  greetingWithoutName: 'Hello,',
  readMore: 'See it in your account: {link}',
  security: 'We never ask for your password or codes by e-mail, SMS or telephone.',
  chooseChannels: 'Choose how we tell you: {settings}',
  unsubscribe:
    'You get this message because you agreed to advertising by this channel. Take it back whenever you want: {settings}',
};
