import fc from "fast-check";
import { breachLookupForms, passwordProblem } from "#domain/auth/password-problem.ts";
import { forAll } from "#tests/support/for-all.ts";

const ANN = { username: "Ann_Lee", email: "lee.annabel@example.com" };
const problem = (password: string) => passwordProblem(password, ANN);

describe("a new password", () => {
  test.each([
    ["Ann_Lee1", "Password must be more than your username."],
    ["annlee!!99", "Password must be more than your username."],
    ["1annlee2", "Password must be more than your username."],
    ["lee.annabel", "Password must be more than your email address."],
    ["LeeAnnabel12", "Password must be more than your email address."],
    ["lee.annabel@example.com", "Password must be more than your email address."],
    ["bopolis1", "Password must be more than the name Bopolis."],
    ["BOPOLIS!!!", "Password must be more than the name Bopolis."],
    ["aaaaaaaa", "Password must be more than the same characters over and over."],
    ["abcabcabca", "Password must be more than the same characters over and over."],
    ["Abc1abc1abC1", "Password must be more than the same characters over and over."],
    ["12345678", "Password must be more than letters or keys in a row."],
    ["87654321", "Password must be more than letters or keys in a row."],
    ["abcdefgh", "Password must be more than letters or keys in a row."],
    ["QwertyUiop", "Password must be more than letters or keys in a row."],
    ["qwer4321", "Password must be more than letters or keys in a row."],
    ["asdfghjkl", "Password must be more than letters or keys in a row."],
    ["01234567", "Password must be more than letters or keys in a row."],
  ])("cannot be %j", (password, text) => expect(problem(password)).toBe(text));

  test.each([
    "correct horse",
    "battery staple",
    "ann lee likes tea",
    "crème brûlée",
    "the 12345 steps",
    "bopolis-demo",
    "xk7 qpl29",
    "пароль мой",
  ])("can be %j", (password) => expect(problem(password)).toBeNull());

  test("is not rejected for an unknown name or for a name that is part of many words", () => {
    expect(passwordProblem("correct horse", { username: "", email: "" })).toBeNull();
    expect(passwordProblem("co-rect!", { username: "co", email: "re@example.com" })).toBeNull();
  });

  test("is rejected if it repeats one short block", () => {
    forAll(fc.string({ minLength: 1, maxLength: 4 }), fc.integer({ min: 8, max: 128 }), (block, length) => {
      expect(
        passwordProblem(block.repeat(length).slice(0, length), { username: "", email: "" }),
      ).not.toBeNull();
    });
  });
});

describe("the forms of a password that are looked up in breach lists", () => {
  test.each([
    ["Password", ["password"]],
    ["Password123!", ["password123!", "password"]],
    ["dragon2024", ["dragon2024", "dragon"]],
    ["cat12345678", ["cat12345678"]],
    ["12345678", ["12345678"]],
  ])("of %j are %j", (password, forms) => expect(breachLookupForms(password)).toEqual(forms));
});
