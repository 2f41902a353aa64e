import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knownForms, passwordProblem } from "#domain/auth/password-rules.ts";

const ANN = { username: "Ann_Lee", email: "lee.annabel@example.com" };
const problem = (password: string) => passwordProblem(password, ANN);

describe("a new password", () => {
  test.each([
    ["Ann_Lee1", "Password must be more than your username."],
    ["annlee!!99", "Password must be more than your username."],
    ["1annlee2", "Password must be more than your username."],
    ["lee.annabel", "Password must be more than your e-mail address."],
    ["LeeAnnabel12", "Password must be more than your e-mail address."],
    ["lee.annabel@example.com", "Password must be more than your e-mail address."],
    ["bopolis1", "Password must be more than the name Bopolis."],
    ["BOPOLIS!!!", "Password must be more than the name Bopolis."],
    ["aaaaaaaa", "Password must be more than the same characters over and over."],
    ["abcabcabca", "Password must be more than the same characters over and over."],
    ["Abc1abc1abC1", "Password must be more than the same characters over and over."],
    ["12345678", "Password must be more than letters or keys in their order."],
    ["87654321", "Password must be more than letters or keys in their order."],
    ["abcdefgh", "Password must be more than letters or keys in their order."],
    ["QwertyUiop", "Password must be more than letters or keys in their order."],
    ["qwer4321", "Password must be more than letters or keys in their order."],
    ["asdfghjkl", "Password must be more than letters or keys in their order."],
    ["01234567", "Password must be more than letters or keys in their order."],
  ])("is not %j", (password, text) => {
    expect(problem(password)).toBe(text);
  });

  test.each([
    "correct horse",
    "battery staple",
    "ann lee likes tea",
    "crème brûlée",
    "the 12345 steps",
    "bopolis-demo",
    "xk7 qpl29",
    "пароль мой",
  ])("may be %j", (password) => {
    expect(problem(password)).toBeNull();
  });

  test("is nobody's to refuse for a name that is not known yet or is part of every other word", () => {
    expect(passwordProblem("correct horse", { username: "", email: "" })).toBeNull();
    expect(passwordProblem("co-rect!", { username: "co", email: "re@example.com" })).toBeNull();
  });

  test("is refused whenever it is one short block again and again", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 4 }),
        fc.integer({ min: 8, max: 128 }),
        (block, length) => {
          expect(
            passwordProblem(block.repeat(length).slice(0, length), { username: "", email: "" }),
          ).not.toBeNull();
        },
      ),
    );
  });
});

describe("the words that lists are asked for", () => {
  test.each([
    ["Password", ["password"]],
    ["Password123!", ["password123!", "password"]],
    ["dragon2024", ["dragon2024", "dragon"]],
    ["cat12345678", ["cat12345678"]],
    ["12345678", ["12345678"]],
  ])("%j", (password, forms) => {
    expect(knownForms(password)).toEqual(forms);
  });
});
