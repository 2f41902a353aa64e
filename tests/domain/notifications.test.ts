import { MAX_MENTIONS, mentionedNames, splitMentions } from "#domain/comments/mentions.ts";
import { NOTICE_TYPES } from "#domain/notifications/notice.ts";
import { canMute } from "#domain/notifications/rules.ts";
import { isPushEndpoint, isQuiet, isTimeZone } from "#domain/push/rules.ts";
import { encryptPush } from "#worker/push/encrypt-push.ts";

test("a name after an @ is a mention, and the text around it stays unchanged", () => {
  expect(splitMentions("Hi @Bob_1, look")).toEqual([
    { at: 0, text: "Hi " },
    { at: 3, username: "Bob_1" },
    { at: 9, text: ", look" },
  ]);
  expect(splitMentions("@bob")).toEqual([{ at: 0, username: "bob" }]);
  expect(splitMentions("(@bob)\n@ann.")).toEqual([
    { at: 0, text: "(" },
    { at: 1, username: "bob" },
    { at: 5, text: ")\n" },
    { at: 7, username: "ann" },
    { at: 11, text: "." },
  ]);
});

test.each([
  "",
  "mail a@b.com or ann@example.org",
  "ä@bob",
  "0@bob",
  "_@bob",
  "@@bob",
  "@bob@example.com",
  "https://site.com/@bob",
  "@ab",
  "@a23456789012345678901",
  "@bobä",
  "@ bob",
  "@",
])("%j mentions no one and stays unchanged", (text) => {
  expect(splitMentions(text)).toEqual(text ? [{ at: 0, text }] : []);
  expect(mentionedNames(text)).toEqual([]);
});

test("names of 3 to 20 characters are mentioned, each once in any case and up to the limit, quickly", () => {
  expect(mentionedNames("@abc @a2345678901234567890")).toEqual(["abc", "a2345678901234567890"]);
  const names = Array.from({ length: MAX_MENTIONS + 2 }, (_, i) => `user_${i}`);
  const text = names.map((name) => `@${name} @${name.toUpperCase()}`).join(" ");
  expect(mentionedNames(text)).toEqual(names.slice(0, MAX_MENTIONS));
  expect(mentionedNames("@".repeat(100_000))).toEqual([]);
  expect(mentionedNames("@a".repeat(50_000))).toEqual([]);
});

test("everything except staff decisions can be muted", () => {
  expect(NOTICE_TYPES.filter((type) => !canMute(type))).toEqual(["account", "moderation"]);
});

describe("an endpoint", () => {
  test.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
  ])("%s belongs to a push service", (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true));

  test.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/abc",
    "https://user@fcm.googleapis.com/abc",
    "https://fcm.googleapis.com.evil.example/abc",
    "https://evilpush.apple.com.example/",
    "https://notify.windows.com/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://localhost/",
    "http://169.254.169.254/latest/meta-data",
    "https://intranet/push",
    "data:text/plain,abc",
    "/fcm/send",
    "",
    `https://fcm.googleapis.com/${"x".repeat(2_000)}`,
  ])("%s doesn't", (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false));

  test("of the stand-in is accepted only where it's named", () => {
    expect(isPushEndpoint("http://127.0.0.1:9000/send/x", "http://127.0.0.1:9000")).toBe(true);
    expect(isPushEndpoint("http://127.0.0.1:9001/send/x", "http://127.0.0.1:9000")).toBe(false);
  });
});

describe("quiet hours", () => {
  const at = (time: string) => Date.parse(`2026-07-01T${time}Z`);

  test("are those of the member's time zone, also past midnight", () => {
    const night = { from: 22 * 60, until: 8 * 60, time_zone: "Europe/Berlin" };
    expect(isQuiet(night, at("19:59:00"))).toBe(false);
    expect(isQuiet(night, at("20:00:00"))).toBe(true);
    expect(isQuiet(night, at("23:00:00"))).toBe(true);
    expect(isQuiet(night, at("05:59:00"))).toBe(true);
    expect(isQuiet(night, at("06:00:00"))).toBe(false);
    const noon = { from: 12 * 60, until: 13 * 60, time_zone: "UTC" };
    expect(isQuiet(noon, at("12:30:00"))).toBe(true);
    expect(isQuiet(noon, at("13:00:00"))).toBe(false);
    expect(isQuiet({ ...noon, until: noon.from }, at("12:00:00"))).toBe(false);
  });

  test("have a known time zone", () => {
    expect(isTimeZone("Asia/Kathmandu")).toBe(true);
    expect(isTimeZone("Mars/Olympus")).toBe(false);
    expect(isTimeZone("")).toBe(false);
  });
});

test("a message is encrypted as in the example of RFC 8291", async () => {
  const url = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  const sender = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
  const [x, y] = [url(sender).slice(1, 33), url(sender).slice(33)].map((part) =>
    Buffer.from(part).toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x, y } as JsonWebKey;
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const privateJwk = { ...jwk, d: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw" };
  const pair = {
    privateKey: await crypto.subtle.importKey("jwk", privateJwk, curve, false, ["deriveBits"]),
    publicKey: await crypto.subtle.importKey("jwk", jwk, curve, true, []),
  };
  const body = await encryptPush(
    "When I grow up, I want to be a watermelon",
    {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    },
    { pair, salt: url("DGv6ra1nlYgDCS1FRnbzlw") },
  );
  expect(Buffer.from(body).toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});
