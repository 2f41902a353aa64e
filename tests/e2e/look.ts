import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { SITE_THEMES } from "#domain/site.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
/** A theme only names colours (web/styles/themes.css): these are the rules that one theme can break and another not. */
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** The bar below, and what rises from the edge in the place of a window or a menu. */
const ON_PHONES_ALONE = "nav, [role=dialog], [role=alertdialog], [role=menu]";
const PHONE = 500;

const require = createRequire(import.meta.url);
const AXE = readFileSync(
  createRequire(require.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

interface Axe {
  run(
    root: Document | { include: Element[] },
    options: { resultTypes: ["violations"]; runOnly: string[] },
  ): Promise<{
    violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
  }>;
}

/** Waits for what fades or slides in: axe takes something that is still see-through for something that isn't there. */
const arrive = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/**
 * Every rule in the theme that is worn, and those about colours in each of the others: of things that are styled alike, as the
 * cards of a list are, one stands for all of them. What has the same colours on every screen is looked at in the other themes
 * on one of them: on a phone, only what a desktop does not show (`ON_PHONES_ALONE`). With `over`, a selector, it is about what lies over the page alone, where
 * something does: what it covers is not meant to be pressed meanwhile.
 */
export async function expectAccessible(page: Page, over = "nothing"): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < PHONE;
  await arrive(page);
  await page.evaluate(AXE);
  const found = await page.evaluate(
    async ([tags, rules, themes, over, alone]) => {
      const { axe } = window as unknown as { axe: Axe };
      const root = document.documentElement;
      const worn = root.dataset.theme ?? "";
      const layers = [...document.querySelectorAll(over)];
      const whole = layers.length ? { include: layers } : document;
      const check = async (runOnly: string[], what: Document | { include: Element[] } = whole) => {
        const { violations } = await axe.run(what, { resultTypes: ["violations"], runOnly });
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
        );
      };
      const problems = { [worn]: await check(tags) };
      const NAMES =
        /^(?:id|href|src|srcset|alt|title|value|for|datetime|aria-(?:label|labelledby|describedby|controls))$/;
      const styleOf = (element: Element): string => {
        const own = [...element.attributes].filter(({ name }) => !NAMES.test(name));
        const place =
          element.parentElement && element !== document.body ? styleOf(element.parentElement) : "";
        return `${place}>${element.tagName} ${own.map(({ name, value }) => `${name}=${value}`).join(" ")}`;
      };
      const isWritten = (element: Element) =>
        element.matches("input, textarea, select") ||
        [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
      const roots = alone ? [...document.querySelectorAll(alone)] : layers.length ? layers : [document.body];
      const written = roots.flatMap((one) => [...one.querySelectorAll("*")]).filter(isWritten);
      const include = [...new Map(written.map((element) => [styleOf(element), element])).values()];
      const still = new CSSStyleSheet();
      still.replaceSync("*, ::before, ::after { transition: none !important }");
      document.adoptedStyleSheets = [still];
      for (const theme of themes.filter((one) => one !== worn)) {
        root.dataset.theme = theme;
        problems[theme] = [];
        if (include.length === 0) continue;
        problems[theme] = await check(rules, { include });
      }
      root.dataset.theme = worn;
      document.adoptedStyleSheets = [];
      return problems;
    },
    [TAGS, RULES_OF_COLOURS, SITE_THEMES.map(({ name }) => name), over, isPhone ? ON_PHONES_ALONE : ""] as [
      string[],
      string[],
      string[],
      string,
      string,
    ],
  );
  expect
    .soft(found, `violations on ${page.url()}`)
    .toEqual(Object.fromEntries(SITE_THEMES.map(({ name }) => [name, []])));
}

/** Nothing scrolls sideways, and nothing is cut off at the window's edge instead. */
export async function expectFits(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const tooWide = () =>
    page.evaluate((most) => {
      const isInBox = (element: Element): boolean => {
        for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
          if (getComputedStyle(up).overflowX !== "visible") return true;
        return false;
      };
      const out = [...document.body.querySelectorAll("*")].filter((element) => {
        const { left, right, width: wide, height } = element.getBoundingClientRect();
        return wide > 0 && height > 0 && (right > most + 1 || left < -1) && !isInBox(element);
      });
      const names = out.map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`);
      const { scrollWidth } = document.documentElement;
      return scrollWidth > most ? [`the page is ${scrollWidth} wide`, ...names] : names;
    }, width);
  await expect.poll(tooWide, `what does not fit into ${width} pixels`).toEqual([]);
}
