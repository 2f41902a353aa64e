import { getElementAccessibleDescription, getElementAccessibleName } from "ivya/utils";
import { expect } from "vitest";
import { type Locator, shownText } from "./locator.ts";
import type { Page } from "./page.ts";
import { isShown } from "./plain-style.ts";
import { isDisabled } from "./press.ts";
import { waitFor } from "./wait.ts";

/** Playwright's assertions about a page and its elements, which wait until they hold. */

type Text = string | RegExp;

interface Asserting {
  isNot?: boolean;
}

const squeeze = (text: string) => text.replace(/\s+/g, " ").trim();
const equals = (text: string, wanted: Text) =>
  typeof wanted === "string" ? text === squeeze(wanted) : wanted.test(text);
const contains = (text: string, wanted: Text) =>
  typeof wanted === "string" ? text.includes(squeeze(wanted)) : wanted.test(text);

/** Waits until `find` returns something that passes, or doesn't with `.not`. What isn't there doesn't pass. */
async function assert<T>(
  { isNot = false }: Asserting,
  find: () => T | undefined,
  passes: (found: T) => boolean,
  wanted: string,
) {
  let last: T | undefined;
  const attempt = () => {
    last = find();
    return (last !== undefined && passes(last)) !== isNot ? true : undefined;
  };
  const show = () => (last instanceof Element ? last.outerHTML.slice(0, 600) : JSON.stringify(last));
  try {
    await waitFor(
      attempt,
      () =>
        `Expected ${isNot ? "not " : ""}${wanted}, but it is ${show() ?? `missing in\n${shownText(document.body).slice(0, 3_000)}`}`,
    );
    return { pass: !isNot, message: () => "" };
  } catch (error) {
    return { pass: isNot, message: () => String((error as Error).message) };
  }
}

const onElement = <Args extends unknown[]>(
  wanted: string,
  passes: (element: Element, ...args: Args) => boolean,
) =>
  async function (this: Asserting, locator: Locator, ...args: Args) {
    return assert(
      this,
      () => locator.now(),
      (element) => passes(element, ...args),
      `${locator.selector} ${wanted} ${args.map(String)}`,
    );
  };

const onTexts = (wanted: string, passes: (text: string, wanted: Text) => boolean) =>
  async function (this: Asserting, locator: Locator, texts: Text | readonly Text[]) {
    const all = Array.isArray(texts) ? (texts as readonly Text[]) : null;
    return assert(
      this,
      () => (all ? locator.elements() : [locator.now()].filter((it) => it !== undefined)).map(shownText),
      (found) =>
        found.length === (all?.length ?? 1) &&
        found.every((text, at) => passes(text, (all?.[at] ?? texts) as Text)),
      `${locator.selector} ${wanted} ${String(texts)}`,
    );
  };

const isChecked = (element: Element) =>
  (element as HTMLInputElement).checked ?? element.getAttribute("aria-checked") === "true";
const isUnusable = (element: Element) =>
  isDisabled(element) || element.getAttribute("aria-disabled") === "true";

const matchers = {
  toBeVisible: onElement("visible", isShown),
  async toBeHidden(this: Asserting, locator: Locator) {
    return assert(
      this,
      () => locator.now() ?? null,
      (it) => it === null || !isShown(it),
      `${locator.selector} hidden`,
    );
  },
  toBeAttached: onElement("attached", () => true),
  toBeFocused: onElement("focused", (element) => document.activeElement === element),
  toBeChecked: onElement("checked", isChecked),
  toBeDisabled: onElement("disabled", isUnusable),
  toBeEnabled: onElement("enabled", (element) => !isUnusable(element)),
  toHaveValue: onElement("value", (element, value: Text) =>
    equals((element as HTMLInputElement).value, value),
  ),
  toHaveAttribute: onElement("attribute", (element, name: string, value?: Text) => {
    const found = element.getAttribute(name);
    return (
      found !== null &&
      (value === undefined || (typeof value === "string" ? found === value : value.test(found)))
    );
  }),
  toLinkTo: onElement("link to", (element, href: Text) => equals(element.getAttribute("href") ?? "", href)),
  toHaveAccessibleName: onElement("accessible name", (element, name: Text) =>
    equals(squeeze(getElementAccessibleName(element, false)), name),
  ),
  toHaveAccessibleDescription: onElement("accessible description", (element, text: Text) =>
    equals(squeeze(getElementAccessibleDescription(element, false)), text),
  ),
  async toHaveCount(this: Asserting, locator: Locator, count: number) {
    return assert(
      this,
      () => locator.elements().length,
      (length) => length === count,
      `${count} of ${locator.selector}`,
    );
  },
  toHaveText: onTexts("text", equals),
  toContainText: onTexts("text with", contains),
  async toHaveURL(this: Asserting, page: Page, url: Text) {
    const wanted = typeof url === "string" ? new URL(url, location.origin).href : url;
    return assert(
      this,
      () => page.url(),
      (href) => (typeof wanted === "string" ? href === wanted : wanted.test(href)),
      `URL ${wanted}`,
    );
  },
  async toHaveTitle(this: Asserting, _page: Page, title: Text) {
    return assert(
      this,
      () => squeeze(document.title),
      (text) => equals(text, title),
      `title ${title}`,
    );
  },
} satisfies Record<keyof PageMatchers, unknown>;

expect.extend(matchers);

interface PageMatchers {
  toBeVisible(): Promise<void>;
  toBeHidden(): Promise<void>;
  toBeAttached(): Promise<void>;
  toBeFocused(): Promise<void>;
  toBeChecked(): Promise<void>;
  toBeDisabled(): Promise<void>;
  toBeEnabled(): Promise<void>;
  toHaveValue(value: Text): Promise<void>;
  toHaveAttribute(name: string, value?: Text): Promise<void>;
  toLinkTo(href: Text): Promise<void>;
  toHaveAccessibleName(name: Text): Promise<void>;
  toHaveAccessibleDescription(description: Text): Promise<void>;
  toHaveCount(count: number): Promise<void>;
  toHaveText(text: Text | readonly Text[]): Promise<void>;
  toContainText(text: Text | readonly Text[]): Promise<void>;
  toHaveURL(url: Text): Promise<void>;
  toHaveTitle(title: Text): Promise<void>;
}

declare module "vitest" {
  interface Matchers<R, T> extends PageMatchers {}
}

export { expect };
