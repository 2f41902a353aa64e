import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { SITE_THEMES } from "#domain/site.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
const THEMES = SITE_THEMES.map(({ name }) => name);
/** A theme only names colours (web/styles/themes.css): these are the rules that one theme can break and another not. */
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

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

/** Waits for what fades or slides in: axe takes something that is still see-through for something that isn't there. */
const arrive = (page: Page) =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/**
 * Expects no violation of any rule in the theme the page has. With `over`, a selector, only what lies over the page counts,
 * where something does. `npm run test:nightly` looks at every theme.
 */
export async function expectAccessible(page: Page, over = "nothing"): Promise<void> {
  await expectNoViolations(page, over, Boolean(process.env.NIGHTLY));
}

/** The same in every theme. */
export const expectAccessibleInEveryTheme = (page: Page): Promise<void> =>
  expectNoViolations(page, "nothing", true);

/**
 * Runs every rule in the theme the page has, and with `inEveryTheme` those about colours in each of the others: of elements
 * that are styled alike, such as the cards of a list, one stands for all.
 */
async function expectNoViolations(page: Page, over: string, inEveryTheme: boolean): Promise<void> {
  await arrive(page);
  await page.evaluate(AXE);
  const found = await page.evaluate(
    async ([tags, rules, themes, over]) => {
      const { axe } = window as unknown as { axe: Axe };
      const root = document.documentElement;
      const worn = root.dataset.theme ?? "";
      const layers = [...document.querySelectorAll(over)];
      const whole = layers.length ? { include: layers } : document;
      // Off by default: a visible label must be part of the name, so that people can say what they see.
      const alsoOn = { "label-content-name-mismatch": { enabled: true } };
      const check = async (runOnly: string[], what: Document | { include: Element[] } = whole) => {
        const more = what === whole ? alsoOn : {};
        const { violations } = await axe.run(what, { resultTypes: ["violations"], runOnly, rules: more });
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
      const roots = layers.length ? layers : [document.body];
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
    [TAGS, RULES_OF_COLOURS, inEveryTheme ? THEMES : [], over] as [string[], string[], string[], string],
  );
  expect
    .soft(found, `violations on ${page.url()}`)
    .toEqual(Object.fromEntries(Object.keys(found).map((theme) => [theme, []])));
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
