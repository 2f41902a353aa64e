import { addUser, Browser, runSql, testEnv } from "#tests/support/browser.ts";
import { queryPermit } from "#worker/conversations/permit.ts";
import { hashToken, SESSION_COOKIE } from "#worker/http/session.ts";

// A socket stays open while its session ends, so each condition of the query has to hold by itself.

let [from, to] = [0, 0];
let session = "";
beforeEach(async () => {
  [from, to] = [(await addUser()).id, (await addUser()).id];
  const cookie = (await Browser.signedIn({ id: from })).cookies.get(SESSION_COOKIE) ?? "";
  session = hashToken(cookie.split(".")[0] ?? "");
});
const query = () => queryPermit(testEnv, from, to, session);

test("a message is permitted while the session lasts, not once it has expired, ended or is someone else's", async () => {
  expect(await query()).toBeNull();
  expect(await queryPermit(testEnv, (await addUser()).id, to, session)).toEqual({ code: "session_changed" });
  await runSql`update sessions set expires_at = ${Date.now() - 1} where id = ${session}`;
  expect(await query()).toEqual({ code: "session_changed" });
  await runSql`delete from sessions where id = ${session}`;
  expect(await query()).toEqual({ code: "session_changed" });
});

test("a message of a banned user, or to a user that doesn't exist, is refused", async () => {
  expect(await queryPermit(testEnv, from, 999_999_999, session)).toMatchObject({ code: "not_found" });
  await runSql`update users set banned_at = 1 where id = ${from}`;
  expect(await query()).toMatchObject({ code: "banned" });
});
