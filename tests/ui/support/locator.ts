import {
  getByLabelSelector,
  getByPlaceholderSelector,
  getByRoleSelector,
  getByTextSelector,
  Ivya,
} from "ivya";
import { isShown } from "./plain-style.ts";
import {
  type ClickOptions,
  chooseFiles,
  click,
  fill,
  hover,
  isDisabled,
  press,
  selectOption,
  type,
} from "./press.ts";
import { settle, waitFor } from "./wait.ts";

type Text = string | RegExp;
type RoleOptions = NonNullable<Parameters<typeof getByRoleSelector>[1]>;
interface Exact {
  exact?: boolean;
}
interface Filter {
  hasText?: Text;
  has?: Locator;
}

/** Playwright's own search, so a browser test and a component test find the same elements. */
const engine = () => Ivya.create({ browser: "chromium" });

/** As many as in the frames that Playwright waits for before it acts. */
const TURNS = 12;

const quoteText = (text: Text): string =>
  typeof text === "string"
    ? `${JSON.stringify(text)}i`
    : String(text)
        .replace(/(^|[^\\])(\\\\)*(["'`])/g, "$1$2\\$3")
        .replaceAll(">>", "\\>\\>");

/** Collapses white space, as it is shown. */
export const shownText = (element: Element): string =>
  (element.textContent ?? "")
    .replace(/[\u200b\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Finds elements as Playwright does, each time it is used. Acting on one waits until there is exactly one that can be used. */
export class Locator {
  readonly selector: string;

  constructor(selector: string) {
    this.selector = selector;
  }

  readonly #in = (selector: string) =>
    new Locator(this.selector ? `${this.selector} >> ${selector}` : selector);
  /** `<search>` has its role in newer browsers only. */
  getByRole = (role: string, options?: RoleOptions): Locator =>
    this.#in(
      role === "search"
        ? `search[aria-label=${JSON.stringify(options?.name)}]`
        : getByRoleSelector(role, options),
    );
  getByText = (text: Text, options?: Exact): Locator => this.#in(getByTextSelector(text, options));
  getByLabel = (text: Text, options?: Exact): Locator => this.#in(getByLabelSelector(text, options));
  getByPlaceholder = (text: Text, options?: Exact): Locator =>
    this.#in(getByPlaceholderSelector(text, options));
  locator = (css: string, filter?: Filter): Locator => {
    const found = this.#in(css.startsWith("..") ? `xpath=${css}` : css);
    return filter ? found.filter(filter) : found;
  };
  nth = (at: number): Locator => this.#in(`nth=${at}`);
  first = (): Locator => this.nth(0);
  last = (): Locator => this.nth(-1);
  or = (other: Locator): Locator => this.#in(`internal:or=${JSON.stringify(other.selector)}`);
  and = (other: Locator): Locator => this.#in(`internal:and=${JSON.stringify(other.selector)}`);
  filter({ hasText, has }: Filter): Locator {
    let found: Locator = this;
    if (hasText !== undefined) found = found.#in(`internal:has-text=${quoteText(hasText)}`);
    if (has) found = found.#in(`internal:has=${JSON.stringify(has.selector)}`);
    return found;
  }

  /** Those that are there now. */
  elements(): Element[] {
    return engine().queryLocatorSelectorAll(this.selector, document);
  }

  /** The only one that is there now. */
  now(): Element | undefined {
    const found = this.elements();
    if (found.length > 1)
      throw new Error(
        `${this.selector} finds ${found.length} elements:\n${found.map((it) => it.outerHTML.slice(0, 200)).join("\n")}`,
      );
    return found[0];
  }

  element(isUsable: (element: Element) => boolean = () => true): Promise<Element> {
    return waitFor(
      () => {
        const element = this.now();
        return element && isUsable(element) ? element : undefined;
      },
      () =>
        `${this.selector}: ${this.elements()[0]?.outerHTML.slice(0, 500) ?? `not found in\n${shownText(document.body).slice(0, 3_000)}`}`,
    );
  }

  readonly #usable = async ({ force = false } = {}) => {
    await settle(TURNS);
    return this.element(
      (it) => isShown(it) && (force || (!isDisabled(it) && !it.closest("[aria-disabled=true]"))),
    );
  };
  click = async (options?: ClickOptions): Promise<void> => click(await this.#usable(options), options);
  tap = async (): Promise<void> => click(await this.#usable(), { isTouch: true });
  hover = async (): Promise<void> => hover(await this.#usable());
  fill = async (text: string): Promise<void> => fill(await this.#usable(), text);
  selectOption = async (option: string | { label: string }): Promise<void> =>
    selectOption((await this.#usable()) as HTMLSelectElement, option);
  setInputFiles = async (...files: File[]): Promise<void> =>
    chooseFiles((await this.element()) as HTMLInputElement, files);
  focus = async (): Promise<void> => {
    ((await this.#usable({ force: true })) as HTMLElement).focus();
    await settle();
  };
  blur = async (): Promise<void> => {
    ((await this.element()) as HTMLElement).blur();
    await settle();
  };
  press = async (keys: string): Promise<void> => {
    await this.focus();
    await press(keys);
  };
  pressSequentially = async (text: string): Promise<void> => {
    await this.focus();
    await type(text);
  };
  setChecked = async (checked: boolean): Promise<void> => {
    const box = (await this.element()) as HTMLInputElement;
    const isChecked = box.checked ?? box.getAttribute("aria-checked") === "true";
    if (isChecked !== checked) await this.click();
  };
  check = (): Promise<void> => this.setChecked(true);
  uncheck = (): Promise<void> => this.setChecked(false);
  dispatchEvent = async (name: string, init: EventInit = {}): Promise<void> => {
    (await this.element()).dispatchEvent(new Event(name, { bubbles: true, cancelable: true, ...init }));
    await settle();
  };
  count = async (): Promise<number> => this.elements().length;
  textContent = async (): Promise<string> => (await this.element()).textContent ?? "";
  getAttribute = async (name: string): Promise<string | null> => (await this.element()).getAttribute(name);
}
