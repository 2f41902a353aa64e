import { createTransport } from "nodemailer";
import type { OutgoingMail } from "../site/mail-worker.ts";

/** How long a mail server may take to respond, in milliseconds. The schedule's mail job has a minute for all its mails. */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** Sends mails through an SMTP server over a few connections that stay open. It never retries: the worker does. */
export class SmtpMailer {
  readonly #transport;

  /**
   * @param url `smtp://` (with STARTTLS) or `smtps://`, with user and password. Nodemailer's options can follow as a query:
   * `?requireTLS=false` sends the password even if the server offers no encryption
   */
  constructor(url: string) {
    this.#transport = createTransport({
      ...TIMEOUTS,
      pool: true,
      maxConnections: 2,
      requireTLS: new URL(url).username !== "",
      disableFileAccess: true,
      disableUrlAccess: true,
      url,
    });
  }

  /** Resolves when the server has accepted the mail. Throws its error otherwise. */
  async send({ from, to, subject, text }: OutgoingMail): Promise<void> {
    await this.#transport.sendMail({ from, to, subject, text });
  }

  close(): void {
    this.#transport.close();
  }
}
