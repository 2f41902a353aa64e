import { readUrlMessage } from "#web/features/settings/url-message.ts";

test("a link passes the settings a message or an error by a known code", () => {
  expect(readUrlMessage("?message=discord_linked")).toEqual({
    message: { text: "Your Discord account is linked. You can close this tab.", isError: false },
    rest: "",
  });
  expect(readUrlMessage("?linked=1")?.message?.text).toMatch(/linked/);
  expect(readUrlMessage("?error=discord_denied")?.message).toMatchObject({ isError: true });
});

test("text in the link itself is never shown, nor is a property of every object", () => {
  for (const code of ["Call+this+number", "constructor", "__proto__", "toString", ""]) {
    expect(readUrlMessage(`?error=${code}`)).toEqual({ message: null, rest: "" });
    expect(readUrlMessage(`?message=${code}`)).toEqual({ message: null, rest: "" });
  }
});

test("the rest of the URL is left alone", () => {
  expect(readUrlMessage("?checkout=done")).toBeNull();
  expect(readUrlMessage("")).toBeNull();
  expect(readUrlMessage("?checkout=done&error=discord_off&page=2")?.rest).toBe("checkout=done&page=2");
});
