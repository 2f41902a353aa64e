import { expect, test } from "vitest";
import { loginRoute, logoutRoute, registerRoute, sessionRoute } from "#domain/auth/api.ts";
import { Browser } from "#tests/support/browser.ts";

const ann = {
  username: "Ann_1",
  email: "ann@example.com",
  password: "correct horse",
  password_confirmation: "correct horse",
};

test("somebody who signs up is signed in, and can sign out and in again by name or e-mail", async () => {
  const browser = await Browser.visitor();
  const made = await browser.call(registerRoute, { input: ann });
  expect(made.status).toBe(201);
  expect(made.body.user).toMatchObject({ username: "Ann_1", email_verified: false, level: 1 });
  expect((await browser.call(sessionRoute)).body.user).toMatchObject({ username: "Ann_1" });
  expect((await browser.call(logoutRoute)).status).toBe(200);
  expect((await browser.call(sessionRoute)).body.user).toBeNull();
  for (const login of ["ann_1", "ANN@example.com"]) {
    const again = await browser.call(loginRoute, { input: { login, password: ann.password } });
    expect(again.status).toBe(200);
  }
});
