import { SmtpMailer } from "#scripts/serve/smtp-mailer.ts";
import { freePort } from "#scripts/site/free-port.ts";
import { REFUSED, startSmtp } from "#tests/stand-ins/smtp/start-smtp.ts";

const mailers: SmtpMailer[] = [];
const stops: (() => unknown)[] = [];

afterEach(async () => {
  // A server waits for the connections of its clients.
  for (const mailer of mailers.splice(0)) mailer.close();
  for (const stop of stops.splice(0)) await stop();
});

const start = async (options: Parameters<typeof startSmtp>[0] = {}) => {
  const smtp = await startSmtp(options);
  stops.push(smtp.stop);
  return smtp;
};

const mailerFor = (url: string): SmtpMailer => {
  const mailer = new SmtpMailer(url);
  mailers.push(mailer);
  return mailer;
};

const mail = (to = "ann@example.com") => ({
  from: "no-reply@play.example.com",
  to,
  subject: "Confirm your email address",
  text: "Hi ann,\n\nhttps://play.example.com/email/verify/abc\n",
});

const user = { name: "site", password: "p@ss/word" };
const credentials = `${user.name}:${encodeURIComponent(user.password)}`;
/** The stand-in's certificate is its own. */
const OWN_CERTIFICATE = "tls.rejectUnauthorized=false";

describe("the mailer", () => {
  test("signs in over TLS and sends several mails", async () => {
    const { port, received } = await start({ user });
    const mailer = mailerFor(`smtp://${credentials}@127.0.0.1:${port}?${OWN_CERTIFICATE}`);
    await Promise.all([mailer.send(mail()), mailer.send(mail("bob@example.com")), mailer.send(mail())]);
    expect(received).toHaveLength(3);
    const [first] = received;
    expect(first).toMatchObject({ from: "no-reply@play.example.com", to: ["ann@example.com"], secure: true });
    expect(first?.source).toContain("Subject: Confirm your email address");
    expect(first?.source).toContain("https://play.example.com/email/verify/abc");
  });

  test("rejects a certificate that no authority has signed", async () => {
    const { port, received } = await start({ user });
    await expect(mailerFor(`smtp://${credentials}@127.0.0.1:${port}`).send(mail())).rejects.toThrow(
      /certificate/,
    );
    expect(received).toEqual([]);
  });

  test("throws the server's error for a wrong password and for a recipient that it refuses", async () => {
    const { port, received } = await start({ user });
    const wrong = mailerFor(`smtp://site:wrong@127.0.0.1:${port}?${OWN_CERTIFICATE}`);
    await expect(wrong.send(mail())).rejects.toThrow(/535/);
    const right = mailerFor(`smtp://${credentials}@127.0.0.1:${port}?${OWN_CERTIFICATE}`);
    await expect(right.send(mail(`${REFUSED}@example.com`))).rejects.toThrow(/550 No such user here/);
    await right.send(mail());
    expect(received.map(({ to }) => to)).toEqual([["ann@example.com"]]);
  });

  test("throws while the server is away, and sends again when it's back", async () => {
    const port = await freePort();
    const mailer = mailerFor(`smtp://127.0.0.1:${port}?${OWN_CERTIFICATE}`);
    await expect(mailer.send(mail())).rejects.toThrow(/ECONNREFUSED/);
    const { received } = await start({ port });
    await mailer.send(mail());
    expect(received).toHaveLength(1);
  });

  test("never puts a line of its own choosing into the headers", async () => {
    const { port, received } = await start();
    const mailer = mailerFor(`smtp://127.0.0.1:${port}?${OWN_CERTIFICATE}`);
    await mailer.send({ ...mail(), subject: "Hello\r\nBcc: victim@example.com" });
    expect(received[0]?.to).toEqual(["ann@example.com"]);
    expect(received[0]?.source).not.toMatch(/^Bcc:/m);
  });
});
