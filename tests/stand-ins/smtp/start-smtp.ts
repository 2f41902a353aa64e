import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { TEST_CERTIFICATE } from "../certificate.ts";

/** A mail that the server has accepted. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** The headers and the body as they were sent. */
  source: string;
  /** Whether the connection was encrypted. */
  secure: boolean;
}

interface SmtpOptions {
  /** The port; any free one if it's 0. */
  port?: number;
  /** The only user and password that can send. Without them, everyone can. */
  user?: { name: string; password: string };
}

/** Refused recipients have this in their address. */
export const REFUSED = "refused";

/** Starts a mail server with STARTTLS and a certificate that no authority has signed. */
export async function startSmtp({ port = 0, user }: SmtpOptions = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    ...TEST_CERTIFICATE,
    authOptional: !user,
    // Credentials are only accepted over TLS, which is smtp-server's default.
    onAuth: ({ username, password }, _session, done) =>
      username === user?.name && password === user?.password
        ? done(null, { user: username })
        : done(Object.assign(new Error("Invalid username or password"), { responseCode: 535 })),
    onRcptTo: ({ address }, _session, done) =>
      address.includes(REFUSED)
        ? done(Object.assign(new Error("No such user here"), { responseCode: 550 }))
        : done(),
    onData: (stream, { envelope, secure }, done) => {
      text(stream)
        .then((source) => {
          received.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : "",
            to: envelope.rcptTo.map(({ address }) => address),
            source,
            secure,
          });
          done();
        })
        .catch(done);
    },
  });
  // Clients that break off are part of the tests.
  server.on("error", () => undefined);
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}
