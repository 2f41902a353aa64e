import { sessionRoute } from "#domain/auth/api.ts";
import {
  forgotPasswordRoute,
  registerRoute,
  resendVerificationRoute,
  verifyEmailRoute,
} from "#domain/auth/sign-in/api.ts";
import { emailedToken } from "#tests/support/account-owner.ts";
import { Browser, countRows, runSql, unique } from "#tests/support/browser.ts";
import { browserWith, signUpInput } from "#tests/support/sign-up.ts";
import { hashToken } from "#worker/http/session.ts";

describe("email verification", () => {
  async function unverified() {
    const browser = await browserWith();
    const input = signUpInput();
    await browser.call(registerRoute, input);
    return { browser, input, token: await emailedToken(input.email, "verify") };
  }
  /** Confirms the token of a mailed link: 200 once verified, 422 for a void link. */
  const confirm = async (browser: Browser, token: string) => {
    const { status, body } = await browser.call(verifyEmailRoute, { token });
    if (status === 422) expect(body.errors).toHaveProperty("token");
    return status;
  };
  const isVerified = async (browser: Browser) =>
    ((await browser.call(sessionRoute)).body.user as { email_verified: boolean }).email_verified;

  test("works once with the mailed link, from any browser", async () => {
    const { browser, token } = await unverified();
    expect(await isVerified(browser)).toBe(false);
    expect(await confirm(await Browser.visitor(), token)).toBe(200);
    expect(await isVerified(browser)).toBe(true);
    expect(await confirm(browser, token)).toBe(422);
  });

  test("survives a mail scanner that opens the link: it neither verifies the address nor uses the link up", async () => {
    const { browser, token } = await unverified();
    const scanner = await Browser.visitor();
    for (const method of ["HEAD", "GET", "OPTIONS", "GET", "HEAD"]) {
      const response = await scanner.fetch(`/email/verify/${token}`, { method });
      expect(response.cost.written, method).toBe(0);
      if (method !== "OPTIONS") expect(response.status, method).toBe(200);
    }
    expect(await isVerified(browser)).toBe(false);
    expect(await confirm(browser, token)).toBe(200);
    expect(await isVerified(browser)).toBe(true);
  });

  test("sends the link again on request, unless the address is already verified", async () => {
    const { browser, input, token } = await unverified();
    expect((await browser.call(resendVerificationRoute)).status).toBe(200);
    const second = await emailedToken(input.email, "verify");
    expect(second).not.toBe(token);
    expect(await confirm(browser, second)).toBe(200);
    const before = await countRows("mails");
    const response = await browser.call(resendVerificationRoute);
    expect(response.body.message).toBe("Your email address is already verified.");
    expect(await countRows("mails")).toBe(before);
  });

  test("has a link that expires after three days", async () => {
    const { browser, token } = await unverified();
    await runSql`update tokens set expires_at = ${Date.now() - 1} where id = ${hashToken(token)}`;
    expect(await confirm(browser, token)).toBe(422);
    expect(await isVerified(browser)).toBe(false);
  });

  test("rejects a link for an address that the account no longer has", async () => {
    const { browser, input, token } = await unverified();
    await runSql`update users set email = ${`other_${unique()}@example.com`}
      where username = ${input.username}`;
    expect(await confirm(browser, token)).toBe(422);
    expect(await isVerified(browser)).toBe(false);
  });

  test("rejects the token of a password reset link", async () => {
    const { browser, input } = await unverified();
    await browser.call(forgotPasswordRoute, { email: input.email });
    expect(await confirm(browser, await emailedToken(input.email, "reset-password"))).toBe(422);
    expect(await isVerified(browser)).toBe(false);
  });

  test("rejects a token that was never mailed", async () => {
    const browser = await Browser.visitor();
    expect(await confirm(browser, "a".repeat(43))).toBe(422);
    for (const token of ["%00", "a".repeat(5_000)])
      expect((await browser.fetch(`/email/verify/${encodeURIComponent(token)}`)).status).toBe(404);
  });
});
