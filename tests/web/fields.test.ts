import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { TextField, type TextFieldProps } from "#web/ui/text-field.tsx";

const markup = (props: Partial<TextFieldProps>) =>
  renderToStaticMarkup(createElement(TextField, { label: "Hex", readOnly: true, value: "x", ...props }));

test("a text field is invalid if its caller says so or it has errors, and not otherwise", () => {
  expect(markup({ "aria-invalid": true })).toContain('aria-invalid="true"');
  expect(markup({ errors: ["Not a color"] })).toContain('aria-invalid="true"');
  expect(markup({ errors: ["Not a color"], "aria-invalid": false })).toContain('aria-invalid="true"');
  expect(markup({})).not.toContain('aria-invalid="true"');
});
