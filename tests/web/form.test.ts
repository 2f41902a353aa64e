import { withoutErrorsOf } from "#web/lib/form.ts";

test("correcting a field removes its errors and those of its repetition, and leaves the others", () => {
  const errors = {
    email: ["Not an address."],
    password: ["Too short."],
    password_confirmation: ["Not the same."],
  };
  expect(withoutErrorsOf(errors, "email")).toEqual({
    password: ["Too short."],
    password_confirmation: ["Not the same."],
  });
  expect(withoutErrorsOf(errors, "password")).toEqual({ email: ["Not an address."] });
  expect(withoutErrorsOf(errors, "username")).toBe(errors);
});
