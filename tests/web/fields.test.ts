import { readdirSync, readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { withoutErrorsOf } from "#web/lib/form.ts";
import { isComposing, isEnter, submitOnEnter } from "#web/lib/is-composing.ts";
import { TextField, type TextFieldProps } from "#web/ui/text-field.tsx";

const markup = (props: Partial<TextFieldProps>) =>
  renderToStaticMarkup(createElement(TextField, { label: "Hex", readOnly: true, value: "x", ...props }));

test("a text field is invalid if its caller says so or it has errors, and not otherwise", () => {
  expect(markup({ "aria-invalid": true })).toContain('aria-invalid="true"');
  expect(markup({ errors: ["Not a color"] })).toContain('aria-invalid="true"');
  expect(markup({ errors: ["Not a color"], "aria-invalid": false })).toContain('aria-invalid="true"');
  expect(markup({})).not.toContain('aria-invalid="true"');
});

test("correcting a field removes its errors and those of its repetition, and leaves the others", () => {
  const [email, others] = [
    { email: ["Not an address."] },
    { password: ["Too short."], password_confirmation: ["Not the same."] },
  ];
  const errors = { ...email, ...others };
  expect(withoutErrorsOf(errors, "email")).toEqual(others);
  expect(withoutErrorsOf(errors, "password")).toEqual(email);
  expect(withoutErrorsOf(errors, "username")).toBe(errors);
});

const press = (values: Partial<KeyboardEvent> = {}) => ({
  key: "Enter",
  keyCode: 13,
  isComposing: false,
  repeat: false,
  preventDefault: vi.fn(),
  ...values,
});

describe("Enter in a text field", () => {
  test("submits once when it's held down, and types no line break", () => {
    const submit = vi.fn();
    const event = press();
    submitOnEnter(event, submit);
    expect(submit).toHaveBeenCalledOnce();
    expect(event.preventDefault).toHaveBeenCalledOnce();
    const repeated = press({ repeat: true });
    submitOnEnter(repeated, submit);
    expect(submit).toHaveBeenCalledOnce();
    expect(repeated.preventDefault).toHaveBeenCalledOnce();
  });

  test("belongs to an input method while it composes, and in Safari right after", () => {
    const submit = vi.fn();
    for (const values of [{ isComposing: true, keyCode: 229 }, { isComposing: true }, { keyCode: 229 }]) {
      const event = press(values);
      expect(isComposing(event)).toBe(true);
      expect(isEnter({ key: "Enter", nativeEvent: event })).toBe(false);
      submitOnEnter(event, submit);
      expect(event.preventDefault).not.toHaveBeenCalled();
    }
    expect(submit).not.toHaveBeenCalled();
  });
});

/** Handlers whose element takes no text, so no input method sends them Enter. */
const WITHOUT_TEXT = [
  "app/celebrations/last-press.ts",
  "features/avatar/part-picker.tsx",
  "features/build/outline/outline-tree.tsx",
  "features/forums/post-body.tsx",
  "game/input/game-input.ts",
];

test("every handler of Enter in a text field recognizes input methods", () => {
  const root = new URL("../../web/", import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const textOf = (file: string) => readFileSync(new URL(file, root), "utf8");
  const reading = files.filter((file) => /(key|code) [!=]== "Enter"|\.isComposing/.test(textOf(file)));
  const unaware = reading.filter(
    (file) => !textOf(file).includes("is-composing.ts") || WITHOUT_TEXT.includes(file),
  );
  expect(unaware.sort()).toEqual(["lib/is-composing.ts", ...WITHOUT_TEXT].sort());
});
