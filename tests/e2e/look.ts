import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { SITE_THEMES } from "#domain/site.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
/** A theme only names colours (web/styles/themes.css): these are the rules that one theme can break and another not. */
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

const require = createRequire(import.meta.url);
const AXE = readFileSync(
  createRequire(require.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

interface Axe {
  run(
    root: Document,
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

/** Every rule in the theme that is worn, and those about colours in each of the others. */
export async function expectAccessible(page: Page): Promise<void> {
  await arrive(page);
  await page.evaluate(AXE);
  const found = await page.evaluate(
    async ([tags, rules, themes]) => {
      const { axe } = window as unknown as { axe: Axe };
      const root = document.documentElement;
      const worn = root.dataset.theme ?? "";
      const check = async (runOnly: string[]) => {
        const { violations } = await axe.run(document, { resultTypes: ["violations"], runOnly });
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
        );
      };
      const problems = { [worn]: await check(tags) };
      const still = new CSSStyleSheet();
      still.replaceSync("*, ::before, ::after { transition: none !important }");
      document.adoptedStyleSheets = [still];
      for (const theme of themes.filter((one) => one !== worn)) {
        root.dataset.theme = theme;
        problems[theme] = await check(rules);
      }
      root.dataset.theme = worn;
      document.adoptedStyleSheets = [];
      return problems;
    },
    [TAGS, RULES_OF_COLOURS, SITE_THEMES.map(({ name }) => name)] as [string[], string[], string[]],
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
