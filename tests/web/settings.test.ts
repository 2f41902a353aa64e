import { expect, test } from "vitest";
import { readArrival } from "#web/features/settings/arrivals.ts";
import { weakPassword } from "#web/lib/weak-password.ts";

test("a link hands the settings a message or an error by a code that is known", () => {
  expect(readArrival("?message=discord_linked")).toEqual({
    arrived: { text: "Your Discord account is linked. You can close this tab.", isError: false },
    rest: "",
  });
  expect(readArrival("?linked=1")?.arrived?.text).toMatch(/linked/);
  expect(readArrival("?error=discord_denied")?.arrived).toMatchObject({ isError: true });
});

test("words that a link brings along itself are never shown, nor what objects are made of", () => {
  for (const code of ["Call+this+number", "constructor", "__proto__", "toString", ""]) {
    expect(readArrival(`?error=${code}`)).toEqual({ arrived: null, rest: "" });
    expect(readArrival(`?message=${code}`)).toEqual({ arrived: null, rest: "" });
  }
});

test("what the address says besides is left alone", () => {
  expect(readArrival("?checkout=done")).toBeNull();
  expect(readArrival("")).toBeNull();
  expect(readArrival("?checkout=done&error=discord_off&page=2")?.rest).toBe("checkout=done&page=2");
});

test("a weak password is told at its field, a short one is left to the schema", () => {
  const owner = { username: "bobby_22", email: "bob@example.com" };
  expect(weakPassword("bobby_22", owner)).toEqual({
    password: ["Password must be more than your username."],
  });
  expect(weakPassword("aaaa", owner)).toEqual({});
  expect(weakPassword("three purple cones", owner)).toEqual({});
});
