/** A mail as the worker sends it through its binding `MAIL`. */
export interface OutgoingMail {
  from: string;
  to: string;
  subject: string;
  text: string;
}

/** Resolves when a mail has been accepted. Throws otherwise, and the worker retries later. */
export type MailSender = (mail: OutgoingMail) => Promise<void>;

const NAME = "bopolis-mail";

/** The source of a worker that has the interface of Cloudflare's `send_email` binding and hands mails to Node. */
const SOURCE = `
import { WorkerEntrypoint } from "cloudflare:workers";

export class Mail extends WorkerEntrypoint {
  async send(mail) {
    const response = await this.env.sender.fetch("http://node/", { method: "POST", body: JSON.stringify(mail) });
    if (!response.ok) throw new Error(await response.text());
  }
}

export default {};
`;

/** The binding through which the site's worker sends mails. */
export const mailBindings = { MAIL: { name: NAME, entrypoint: "Mail" } };

/** Returns miniflare's options of the worker behind that binding. */
export function mailWorkers(sendMail: MailSender, compatibilityDate: unknown): object[] {
  return [
    {
      name: NAME,
      modules: [{ type: "ESModule", path: "mail.js", contents: SOURCE }],
      compatibilityDate,
      serviceBindings: {
        sender: async (request: { json(): Promise<unknown> }) => {
          try {
            await sendMail((await request.json()) as OutgoingMail);
            return new Response();
          } catch (error) {
            return new Response(error instanceof Error ? error.message : String(error), { status: 502 });
          }
        },
      },
    },
  ];
}
