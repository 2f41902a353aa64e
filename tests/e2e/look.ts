import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { SITE_THEMES } from "#domain/site.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];
/** A theme only names colours (web/styles/themes.css), so these are the rules that one can break and another not. */
const RULES_OF_COLOURS = ["color-contrast", "link-in-text-block"];

const axe = (page: Page) =>
  // One frame only, so that the results need no second page to be put together in.
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });

async function violations(builder: AxeBuilder): Promise<string[]> {
  const { violations: found } = await builder.analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary?.split("\n")[1]?.trim()}`),
  );
}

/** Every rule in the theme that is worn, and those about colours in each of the others. */
export async function expectAccessible(page: Page): Promise<void> {
  const root = page.locator("html");
  const worn = await root.getAttribute("data-theme");
  const found: Record<string, string[]> = {};
  for (const { name } of [...SITE_THEMES].sort((a, b) => Number(b.name === worn) - Number(a.name === worn))) {
    await root.evaluate((html, theme) => {
      html.dataset.theme = theme;
    }, name);
    const builder = axe(page);
    found[name] = await violations(name === worn ? builder.withTags(TAGS) : builder.withRules(RULES_OF_COLOURS));
  }
  await root.evaluate((html, theme) => {
    html.dataset.theme = theme ?? "";
  }, worn);
  expect(found).toEqual(Object.fromEntries(SITE_THEMES.map(({ name }) => [name, []])));
}

/** Nothing scrolls sideways, and nothing is cut off at the window's edge instead. */
export async function expectFits(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const tooWide = () =>
    page.evaluate((most) => {
      const inBox = (element: Element): boolean => {
        for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
          if (getComputedStyle(up).overflowX !== "visible") return true;
        return false;
      };
      const out = [...document.body.querySelectorAll("*")].filter((element) => {
        const { left, right, width: wide, height } = element.getBoundingClientRect();
        return wide > 0 && height > 0 && (right > most + 1 || left < -1) && !inBox(element);
      });
      const names = out.map(({ tagName, className, textContent }) => `${tagName} ${className} ${textContent?.slice(0, 40)}`);
      const { scrollWidth } = document.documentElement;
      return scrollWidth > most ? [`the page is ${scrollWidth} wide`, ...names] : names;
    }, width);
  await expect.poll(tooWide, `what does not fit into ${width} pixels`).toEqual([]);
}
