import { loginRoute, registerRoute } from "#domain/auth/sign-in/api.ts";
import { messageListRoute, sendMessageRoute } from "#domain/conversations/api.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { PASSWORD } from "#tests/support/account-owner.ts";
import { Browser, runSql, testEnv } from "#tests/support/browser.ts";
import { addMember, signUpInput } from "#tests/support/sign-up.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { allPresenceStubs, boardStub } from "#worker/live/stubs.ts";
import { deliverNotices } from "#worker/notifications/queue.ts";

const NAMESPACES = ["USER_HUB", "CONVERSATION", "LEVEL_BUILD", "PRESENCE", "BOARD", "IDS"] as const;

/** Returns bindings that record every call for an object, and the location hints of an object's calls in their order. */
function recordHints(): { bindings: Partial<Env>; hintsOf(name: string): (string | undefined)[] } {
  const calls: { name: string; hint: string | undefined }[] = [];
  const record = (binding: string, namespace: object) =>
    new Proxy(namespace, {
      get(target, property) {
        const value = Reflect.get(target, property) as unknown;
        if (typeof value !== "function") return value;
        if (property !== "getByName") return value.bind(target);
        return (name: string, options?: { locationHint?: string }) => {
          calls.push({ name: `${binding} ${name}`, hint: options?.locationHint });
          return value.call(target, name, options) as unknown;
        };
      },
    });
  return {
    bindings: Object.fromEntries(NAMESPACES.map((name) => [name, record(name, testEnv[name])])),
    hintsOf: (name) => calls.flatMap((call) => (call.name === name ? [call.hint] : [])),
  };
}

const SYDNEY = { latitude: "-33.87", longitude: "151.21", continent: "OC" };
const LONDON = { latitude: "51.51", longitude: "-0.13", continent: "EU" };

const NOTICE = { type: "reward", group: "reward", actor: null, title: "Coins", url: "/" } satisfies Notice;

const homeOf = async (username: string) =>
  (await runSql<{ home: string | null }>`select home from users where username = ${username}`)[0]?.home;

async function visitorFrom(cf: Record<string, unknown> | null) {
  const { bindings, hintsOf } = recordHints();
  const browser = await Browser.visitor();
  browser.variant = bindings;
  browser.cf = cf;
  return { browser, hintsOf };
}

test.each([
  ["is created near where they sign up, which is their home", SYDNEY, ["oc"]],
  ["has no place if the origin of the sign-up is unknown", null, []],
])("a user's hub %s", async (_, origin, hints) => {
  const { browser, hintsOf } = await visitorFrom(origin);
  const input = signUpInput();
  const { id } = (await browser.call(registerRoute, input)).body.user as { id: number };
  expect(hintsOf(`USER_HUB ${id}`).slice(0, 1)).toEqual(hints);
  expect(await homeOf(input.username)).toBe(hints[0] ?? null);
});

test("a user's hub is placed at the first sign-in of an account without a home, and at no later one", async () => {
  const member = await addMember();
  const first = await visitorFrom(LONDON);
  await first.browser.call(loginRoute, { login: member.username, password: PASSWORD });
  expect(first.hintsOf(`USER_HUB ${member.id}`)[0]).toBe("weur");
  const later = await visitorFrom(SYDNEY);
  await later.browser.call(loginRoute, { login: member.username, password: PASSWORD });
  expect(later.hintsOf(`USER_HUB ${member.id}`)).toEqual([]);
  expect(await homeOf(member.username)).toBe("weur");
});

test("a user's hub is created near its user by a notice that comes first", async () => {
  const ann = await signedInUser({ home: "apac" });
  const ben = await signedInUser();
  for (const { id } of [ann, ben])
    await runSql`insert into notices (user_id, notice, created_at)
      values (${id}, ${JSON.stringify(NOTICE)}, 1)`;
  const { bindings, hintsOf } = recordHints();
  await deliverNotices({ ...testEnv, ...bindings });
  expect(hintsOf(`USER_HUB ${ann.id}`)).toEqual(["apac"]);
  expect(hintsOf(`USER_HUB ${ben.id}`)).toEqual([undefined]);
});

test.each(["opens", "writes in"])("a conversation is created near the one who first %s it", async (way) => {
  const ann = await signedInUser({ email_verified_at: 1 });
  const ben = await signedInUser();
  const { bindings, hintsOf } = recordHints();
  Object.assign(ann, { variant: bindings, cf: SYDNEY });
  const params = { userId: ben.id };
  const { status } =
    way === "opens"
      ? await ann.call(messageListRoute, params)
      : await ann.call(sendMessageRoute, { ...params, body: "Hello" });
  expect(status).toBe(200);
  expect(hintsOf(`CONVERSATION ${ann.id}_${ben.id}`)[0]).toBe("oc");
});

test("a new user gets its id from an object near the database", async () => {
  const { bindings, hintsOf } = recordHints();
  const browser = await Browser.visitor();
  browser.variant = { ...bindings, DATABASE_LOCATION: "weur" };
  await browser.call(registerRoute, signUpInput());
  expect(hintsOf("IDS ids")[0]).toBe("weur");
});

test.each(["weur", undefined] as const)("objects for everyone are near a database in %s", (location) => {
  const { bindings, hintsOf } = recordHints();
  const env = { ...testEnv, ...bindings, ...(location && { DATABASE_LOCATION: location }) };
  boardStub(env);
  allPresenceStubs(env);
  expect([hintsOf("BOARD board"), hintsOf("PRESENCE 0")]).toEqual([[location], [location]]);
});
