import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "@playwright/test";
import { SITE_THEMES } from "#domain/site.ts";
import { expect } from "./test.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
const THEMES = SITE_THEMES.map(({ name }) => name);
/** A theme only sets colors (web/styles/themes.css). These are the rules that one theme can break and another not. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

const require = createRequire(import.meta.url);
const AXE = readFileSync(
  createRequire(require.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

interface Axe {
  run(
    root: Document | { include: Element[] },
    options: { resultTypes: ["violations"]; runOnly: string[]; rules: Record<string, { enabled: boolean }> },
  ): Promise<{
    violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
  }>;
}

/**
 * Expects no violation of any rule in the page's theme. With `over`, a selector, only layers over the page
 * count, if there are any. `npm run test:nightly` checks every theme.
 */
export async function expectAccessible(page: Page, over = "nothing"): Promise<void> {
  await expectNoViolations(page, over, Boolean(process.env.NIGHTLY));
}

/** The same in every theme. */
export const expectAccessibleInEveryTheme = (page: Page): Promise<void> =>
  expectNoViolations(page, "nothing", true);

/**
 * Runs every rule in the page's theme, and with `inEveryTheme` the color rules in the others. Of elements
 * with the same style, such as the cards of a list, only one is checked.
 */
async function expectNoViolations(page: Page, over: string, inEveryTheme: boolean): Promise<void> {
  // Anything semi-transparent counts as missing.
  await waitForTransitions(page);
  await page.evaluate(AXE);
  const found = await page.evaluate(
    async ([tags, rules, themes, over]) => {
      const { axe } = window as unknown as { axe: Axe };
      const root = document.documentElement;
      const current = root.dataset.theme ?? "";
      const layers = [...document.querySelectorAll(over)];
      const whole = layers.length ? { include: layers } : document;
      // Off by default: the accessible name must contain the visible label, which voice control users say.
      const alsoOn = { "label-content-name-mismatch": { enabled: true } };
      const check = async (runOnly: string[], scope: Document | { include: Element[] } = whole) => {
        const extraRules = scope === whole ? alsoOn : {};
        const { violations } = await axe.run(scope, {
          resultTypes: ["violations"],
          runOnly,
          rules: extraRules,
        });
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
        );
      };
      const problems = { [current]: await check(tags) };
      const NAMES =
        /^(?:id|href|src|srcset|alt|title|value|for|datetime|aria-(?:label|labelledby|describedby|controls))$/;
      const styleOf = (element: Element): string => {
        const own = [...element.attributes].filter(({ name }) => !NAMES.test(name));
        const parentStyle =
          element.parentElement && element !== document.body ? styleOf(element.parentElement) : "";
        return `${parentStyle}>${element.tagName} ${own.map(({ name, value }) => `${name}=${value}`).join(" ")}`;
      };
      const hasText = (element: Element) =>
        element.matches("input, textarea, select") ||
        [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
      const roots = layers.length ? layers : [document.body];
      const withText = roots.flatMap((one) => [...one.querySelectorAll("*")]).filter(hasText);
      const include = [...new Map(withText.map((element) => [styleOf(element), element])).values()];
      const noTransitions = new CSSStyleSheet();
      noTransitions.replaceSync("*, ::before, ::after { transition: none !important }");
      document.adoptedStyleSheets = [noTransitions];
      for (const theme of themes.filter((one) => one !== current)) {
        root.dataset.theme = theme;
        problems[theme] = [];
        if (include.length === 0) continue;
        problems[theme] = await check(rules, { include });
      }
      root.dataset.theme = current;
      document.adoptedStyleSheets = [];
      return problems;
    },
    [TAGS, COLOR_RULES, inEveryTheme ? THEMES : [], over] as [string[], string[], string[], string],
  );
  expect
    .soft(found, `violations on ${page.url()}`)
    .toEqual(Object.fromEntries(Object.keys(found).map((theme) => [theme, []])));
}

/** Expects no horizontal scrolling, and nothing cut off at the window's edge instead. */
export async function expectFits(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const tooWide = () =>
    page.evaluate((maxWidth) => {
      const isInBox = (element: Element): boolean => {
        for (
          let ancestor = element.parentElement;
          ancestor && ancestor !== document.body;
          ancestor = ancestor.parentElement
        )
          if (getComputedStyle(ancestor).overflowX !== "visible") return true;
        return false;
      };
      const outside = [...document.body.querySelectorAll("*")].filter((element) => {
        const { left, right, width: wide, height } = element.getBoundingClientRect();
        return wide > 0 && height > 0 && (right > maxWidth + 1 || left < -1) && !isInBox(element);
      });
      const names = outside.map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`);
      const { scrollWidth } = document.documentElement;
      return scrollWidth > maxWidth ? [`the page is ${scrollWidth} wide`, ...names] : names;
    }, width);
  await expect.poll(tooWide, `elements that don't fit into ${width} pixels`).toEqual([]);
}

export async function expectFitsAndAccessible(page: Page): Promise<void> {
  await expectFits(page);
  await expectAccessible(page);
}

/**
 * Waits until everything has its final size and opacity. It asks again for what still runs: an animation never finishes if the
 * browser stops drawing its element (`content-visibility`).
 */
export async function waitForTransitions(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document
        .getAnimations()
        .every(
          ({ effect, playState }) =>
            playState !== "running" || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
        ),
    undefined,
    // By a timer, because a test can hold the page's frames (`GameClock`).
    { polling: 50 },
  );
}

/** Presses Tab, then Shift+Tab, more often than a dialog has stops: the focus never leaves it. */
export async function expectFocusTrapped(page: Page, dialog: Locator): Promise<void> {
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  expect(await isInside()).toBe(true);
  for (const key of [...Array(6).fill("Tab"), ...Array(6).fill("Shift+Tab")]) {
    await page.keyboard.press(key);
    expect(await isInside(), `after ${key}`).toBe(true);
  }
}

/** Expects that two elements don't overlap. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const overlap = async () => {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()];
    if (!a || !b) return "hidden";
    const isApart =
      a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
    return isApart ? "apart" : JSON.stringify({ a, b });
  };
  await expect.poll(overlap).toBe("apart");
}

/** The width and height in pixels that a finger needs. */
const MIN_SIZE = 44;

/**
 * Expects everything that can be pressed on a phone to be as large as a finger, including its label and its
 * pseudo-elements. Links within a sentence are exempt (WCAG 2.5.8).
 */
export async function expectFingerSized(page: Page): Promise<void> {
  // A dialog grows when it opens.
  await waitForTransitions(page);
  const small = await page.evaluate((minSize) => {
    const CONTROLS =
      "a[href], button, select, textarea, summary, input:not([type=hidden]), [role=slider], [role=menuitem], [role=menuitemcheckbox]";
    const isInSentence = (element: Element) => {
      if (!element.matches("a, button") || getComputedStyle(element).display !== "inline") return false;
      let block = element.parentElement;
      while (block && getComputedStyle(block).display === "inline") block = block.parentElement;
      return (block?.textContent ?? "").trim() !== (element.textContent ?? "").trim();
    };
    const pseudoBoxes = (element: Element) =>
      ["::before", "::after"].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const counts =
          style.content !== "none" && style.position === "absolute" && style.pointerEvents !== "none";
        return counts
          ? [{ width: Number.parseFloat(style.width), height: Number.parseFloat(style.height) }]
          : [];
      });
    const isSmall = (element: Element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const boxes = [
        ...[element, ...labels].map((one) => one.getBoundingClientRect()),
        ...pseudoBoxes(element),
      ];
      return (["width", "height"] as const).some(
        (side) => Math.max(...boxes.map((box) => box[side])) < minSize - 0.5,
      );
    };
    return [...document.querySelectorAll(CONTROLS)]
      .filter((element) => {
        const { width, right, bottom } = element.getBoundingClientRect();
        const isVisible = element.checkVisibility({ visibilityProperty: true }) && width > 1;
        const isOutOfReach =
          right <= 0 || bottom + scrollY <= 0 || element.closest("[inert], [aria-hidden=true], :disabled");
        return isVisible && !isOutOfReach && !isInSentence(element) && isSmall(element);
      })
      .map((element) => element.outerHTML.slice(0, 200));
  }, MIN_SIZE);
  expect.soft(small, `targets that are too small on ${page.url()}`).toEqual([]);
}
