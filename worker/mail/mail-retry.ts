/** A message of the queue `PUSHES`: mails that failed are due again. */
export interface MailRetry {
  retry_mails: true;
}
